import { watch } from 'chokidar'

export interface Watcher {
  /**
   * Calls `changed` with the name of a changed file. Changes that come together cause one call, and calls
   * never overlap. Changes between `watchFiles` and this call cause one call too.
   */
  follow(changed: (file: string) => Promise<void>): void
  close(): Promise<void>
}

/** Milliseconds without further changes before a change is reported, because editors write a file in several steps. */
const quiet = 100

/**
 * Watches files and folders of a project. Resolves when the watcher is ready. All changes from then on are
 * reported.
 */
export async function watchFiles(project: string, files: readonly string[]): Promise<Watcher> {
  const watcher = watch([...files], { cwd: project, ignoreInitial: true })
  let report: (() => void) | undefined
  let last: string | undefined
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => report?.(), quiet)
  }
  watcher.on('all', (_event, path) => {
    last = path
    schedule()
  })
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return {
    follow(changed) {
      report = () => {
        const file = last
        last = undefined
        if (file !== undefined) running = running.then(() => changed(file))
      }
      if (last !== undefined) schedule()
    },
    async close() {
      clearTimeout(timer)
      report = undefined
      await watcher.close()
      await running
    },
  }
}
