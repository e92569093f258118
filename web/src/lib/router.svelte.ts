/** Where we are: paths of this page, without loading it again. */

class Route {
  path = $state(location.pathname)
  query = $state.raw(new URLSearchParams(location.search))
  hash = $state(location.hash)
  /** Counts every arrival, so that the same page can be come to anew. */
  visit = $state(0)

  constructor() {
    addEventListener('popstate', () => this.read())
  }

  /** The parts of the path: `/m/abc/replay` is `['m', 'abc', 'replay']`. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decodeURIComponent)
  }

  read(): void {
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
    this.hash = location.hash
    this.visit += 1
  }

  go(to: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', to)
    this.read()
    scrollTo(0, 0)
  }
}

export const route = new Route()

/** For a page's links: a plain click stays on the page, everything else is the browser's. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a')
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return
  if (event.shiftKey || link.target || link.origin !== location.origin) return
  if (link.hasAttribute('download') || link.pathname.startsWith('/api/')) return
  event.preventDefault()
  route.go(link.pathname + link.search + link.hash)
}
