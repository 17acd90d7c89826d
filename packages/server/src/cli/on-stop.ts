import { reportError } from './report-error.js'

/**
 * Closes the service and ends the process on SIGINT (Ctrl-C) and SIGTERM. If a signal comes again after a
 * second, it ends the process immediately.
 * @returns a function that stops the process as if it had received the signal
 */
export function onStop(close: (signal: StopSignal) => Promise<void>): (signal: StopSignal) => void {
  let first: number | undefined
  const stop = (signal: StopSignal) => {
    if (first !== undefined) return endIfLater(signal, first)
    first = performance.now()
    close(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        reportError(error)
        process.exit(1)
      },
    )
  }
  // npm and npx forward Ctrl-C, which the terminal also sends to this process: it receives the signal twice.
  const endIfLater = (signal: StopSignal, since: number) => {
    if (performance.now() - since < repetition) return
    for (const each of signals) process.removeListener(each, stop)
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, stop)
  return stop
}

/** Milliseconds in which a repeated signal is the same one. */
const repetition = 1_000

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
