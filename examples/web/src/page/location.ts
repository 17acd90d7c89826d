import { useSyncExternalStore } from 'react'

/** Told when the address changes by `goTo`, which browsers don't tell. */
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

/** Where the page is, as path and query. */
export function useLocation(): URL {
  return new URL(useSyncExternalStore(subscribe, address), window.location.origin)
}

/** Changes the address; `replace` where going back should skip it. */
export function goTo(to: string, { replace = false } = {}): void {
  if (to === address()) return
  window.history[replace ? 'replaceState' : 'pushState'](null, '', to)
  moved.dispatchEvent(new Event('moved'))
}
