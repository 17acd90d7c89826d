/** Milliseconds between two looks. */
const interval = 500

/** Calls a function once the process that started this one has ended, for example a test runner that was killed. */
export function onParentExit(ended: () => void, parent: number = process.ppid): void {
  const timer = setInterval(() => {
    // Another process takes its place as parent; on Windows the number stays.
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
