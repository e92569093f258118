/** How long ago, in a word or two. */
export function ago(seconds: number): string {
  const gone = Math.max(0, Date.now() / 1000 - seconds)
  if (gone < 90) return 'just now'
  if (gone < 5400) return `${Math.round(gone / 60)} minutes ago`
  if (gone < 129_600) return `${Math.round(gone / 3600)} hours ago`
  return `${Math.round(gone / 86_400)} days ago`
}

/** A key as people would write it: `hold-the-ground`, `long_odds`. */
export function written(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
