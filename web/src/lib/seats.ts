/** Where to go when a match has been made: its page, with the secrets of its open seats. */
import type { Created } from '../wire/schema'

export function invited(made: Created): string {
  const secrets = made.invitations.map((i) => `invite=${i.player}.${i.token}`).join('&')
  return `/m/${made.match}${secrets ? `#${secrets}` : ''}`
}
