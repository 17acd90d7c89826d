import { useSyncExternalStore } from 'react'

/** The listeners of changes by `goTo`. Browsers dispatch no event for these. */
const moved = new EventTarget()

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  moved.addEventListener('moved', listener)
  return () => {
    window.removeEventListener('popstate', listener)
    moved.removeEventListener('moved', listener)
  }
}

const address = () => window.location.pathname + window.location.search

/** Returns the path and the query of the page. */
export function useLocation(): URL {
  return new URL(useSyncExternalStore(subscribe, address), window.location.origin)
}

/** Changes the address. `replace` overwrites the current entry of the browser's history. */
export function goTo(to: string, { replace = false } = {}): void {
  if (to === address()) return
  window.history[replace ? 'replaceState' : 'pushState'](null, '', to)
  moved.dispatchEvent(new Event('moved'))
}
