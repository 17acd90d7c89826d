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

/** Milliseconds between two checks. */
const interval = 500

/** Calls `ended` when the parent process has ended, for example a test runner that was killed. */
export function onParentExit(ended: () => void, parent: number = process.ppid): void {
  const timer = setInterval(() => {
    // POSIX systems then assign another parent. On Windows, `process.ppid` keeps the id of the ended process.
    if (process.ppid === parent && isRunning(parent)) return
    clearInterval(timer)
    ended()
  }, interval)
  timer.unref()
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
