/** My matches, asked for again while somebody looks. */
import { api } from '../wire/api'
import type { Me } from '../wire/schema'
import { notice } from './notice.svelte'

const EVERY = 10_000

/** Keeps `take` told until the function that it returns is called. */
export function follow_mine(take: (me: Me) => void, failed: (error: unknown) => void): () => void {
  let timer = 0
  let done = false
  const ask = async () => {
    clearTimeout(timer)
    try {
      const me = await api.me()
      if (done) return
      take(me)
      const waiting = me.matches.filter((m) => m.your_turn)
      notice.tell(waiting.length ? `${waiting.length} of my matches` : 'Grognard', waiting.length > 0, waiting.map((m) => m.title).join(', '))
    } catch (error) {
      if (!done) failed(error)
    }
    if (!done) timer = window.setTimeout(() => void ask(), EVERY)
  }
  const awake = () => !document.hidden && void ask()
  document.addEventListener('visibilitychange', awake)
  void ask()
  return () => {
    done = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', awake)
    notice.clear()
  }
}
