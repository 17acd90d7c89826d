import { flushSync } from 'react-dom'

/** Shows something else in place of what holds the focus, and gives the focus to the content of the page. */
export function leave(change: () => void): void {
  flushSync(change)
  document.getElementById('main')?.focus({ preventScroll: true })
}
