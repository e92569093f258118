/** Handing an address to somebody else. */

/** Into the clipboard. On a table in one's own network, which is not encrypted, browsers offer the
 * old way alone. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copied(text)
  }
}

function copied(text: string): boolean {
  const at = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  ;(at?.closest('dialog') ?? document.body).append(field) // outside an open dialog nothing is taken
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  at?.focus()
  return done
}

/** By what a phone offers, else into the clipboard. */
export async function share(title: string, url: string): Promise<boolean> {
  if (!('share' in navigator) || !matchMedia('(pointer: coarse)').matches) return copy(url)
  try {
    await navigator.share({ title, url })
    return true
  } catch (error) {
    return (error as Error).name === 'AbortError' ? false : copy(url)
  }
}

/** Whether nobody else can follow an address of this page. */
export const alone = (): boolean => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(location.hostname)
