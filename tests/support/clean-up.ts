const cleanups: (() => Promise<void> | void)[] = []

/**
 * Runs a function after the tests of the file and its hooks. Support modules can't use `afterAll` for this:
 * the files of a process share them, so only the first file would have the hook.
 */
export function cleanUpAfterFile(cleanup: () => Promise<void> | void): void {
  cleanups.push(cleanup)
}

/** Runs the functions in the order in which they were added. The setup of each file calls it. */
export async function runCleanups(): Promise<void> {
  for (const cleanup of cleanups.splice(0)) await cleanup()
}
