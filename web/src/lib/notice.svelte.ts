/** Says in the page's title, and if wanted by the browser, that somebody waits for you. */
import { prefs } from './prefs.svelte'

class Notice {
  private last = ''

  tell(title: string, yours: boolean, what: string): void {
    document.title = yours ? `● Your turn – ${title}` : `${title} – Grognard`
    if (yours && what !== this.last && document.hidden && prefs.notices && 'Notification' in window) {
      if (Notification.permission === 'granted') new Notification(title, { body: what, tag: 'grognard' })
    }
    this.last = yours ? what : ''
  }

  clear(): void {
    document.title = 'Grognard'
    this.last = ''
  }
}

export const notice = new Notice()
