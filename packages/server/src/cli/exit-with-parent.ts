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
