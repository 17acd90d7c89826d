import { reportError } from './report-error.js'

/**
 * Closes the service and ends the process on SIGINT (Ctrl-C) and SIGTERM. A second signal ends the process
 * immediately.
 * @returns a function that stops the process as if it had received the signal
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
