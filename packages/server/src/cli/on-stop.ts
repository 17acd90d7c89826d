import { reportError } from './report-error.js'

/**
 * Ends the process in good order on Ctrl-C and on SIGTERM; a second signal ends it at once.
 * @returns what ends it in the same way without a signal
 */
export function onStop(close: (signal: StopSignal) => Promise<void>): (signal: StopSignal) => void {
  const stop = (signal: StopSignal) => {
    for (const each of signals) process.removeListener(each, stop)
    close(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        reportError(error)
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, stop)
  return stop
}

const signals = ['SIGINT', 'SIGTERM'] as const

export type StopSignal = (typeof signals)[number]
