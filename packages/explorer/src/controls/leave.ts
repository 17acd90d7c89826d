import { flushSync } from 'react-dom'

/** Runs a change that removes the focused element, then moves the focus to the content of the page. */
export function leave(change: () => void): void {
  flushSync(change)
  document.getElementById('main')?.focus({ preventScroll: true })
}
