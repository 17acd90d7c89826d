/** Milliseconds in which a repeated SIGINT is the same one: npx forwards the Ctrl-C that the terminal also sends. */
const repetition = 1_000

/**
 * Calls `interrupted` on Ctrl-C. If Ctrl-C comes again after a second, it ends the process.
 * @returns a function that stops listening
 */
export function onInterrupt(interrupted: () => void): () => void {
  let first: number | undefined
  const listener = () => {
    if (first === undefined) {
      first = performance.now()
      return interrupted()
    }
    if (performance.now() - first < repetition) return
    process.off('SIGINT', listener)
    process.kill(process.pid, 'SIGINT')
  }
  process.on('SIGINT', listener)
  return () => void process.off('SIGINT', listener)
}
