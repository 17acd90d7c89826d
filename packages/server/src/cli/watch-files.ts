import { watch } from 'chokidar'

export interface Watcher {
  close(): Promise<void>
}

/** Milliseconds without a change: editors write a file in several steps. */
const quiet = 100

/** Calls `changed` with the name of a file of the project, once for changes that come together and never twice at a time. */
export async function watchFiles(
  { project, files }: { project: string; files: readonly string[] },
  changed: (file: string) => Promise<void>,
): Promise<Watcher> {
  const watcher = watch([...files], { cwd: project, ignoreInitial: true })
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  watcher.on('all', (_event, path) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(() => changed(path))
    }, quiet)
  })
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return {
    async close() {
      clearTimeout(timer)
      await watcher.close()
      await running
    },
  }
}
