import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds between two looks. A change is noticed within this time. */
const interval = 1_000

interface WatchOptions {
  /** Returns a text that changes with whatever must be noticed. If it rejects, nothing is known to have changed. */
  readonly look: () => Promise<string>
  /** Is called after a change. If it rejects, it is called again after the next look. */
  readonly onChange: () => Promise<void>
  /** Waits before the next look. Tests replace it. */
  readonly wait?: (look: () => void) => () => void
}

/** Looks at something again and again. */
export interface Watch {
  /** Looks now. Resolves when a change has been handled. @throws the error of `onChange` */
  look(): Promise<void>
  close(): void
}

/** Starts to look for changes from the state `known` on. */
export function watchChanges(known: string | null, { look, onChange, wait = afterInterval }: WatchOptions): Watch {
  let last = known
  let isClosed = false
  let looking: Promise<void> | undefined
  const lookOnce = async () => {
    const now = await look().catch(() => last)
    if (now === last || isClosed) return
    last = null
    await onChange()
    last = now
  }
  const lookNow = () => (looking ??= lookOnce().finally(() => (looking = undefined)))
  let cancel = () => {}
  const continueLater = () => {
    if (isClosed) return
    cancel = wait(() => void lookNow().then(continueLater, continueLater))
  }
  continueLater()
  return {
    look: lookNow,
    close() {
      isClosed = true
      cancel()
    },
  }
}

function afterInterval(look: () => void): () => void {
  const timer = setTimeout(look, interval).unref()
  return () => clearTimeout(timer)
}

/** The folders of a Strapi project whose files decide on responses. */
const folders = ['src', 'config']

/**
 * Returns a text that changes when a file in `src` or `config` of a project is added, removed or changed.
 * It also works on volumes whose changes the system doesn't report.
 */
export async function fingerprintOf(project: string): Promise<string> {
  const found = await Promise.all(folders.map((folder) => filesIn(join(project, folder))))
  return found.flat().toSorted().join('\n')
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = entries.map(async (entry): Promise<readonly string[]> => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path)
    // A file may vanish between the two calls.
    const state = await stat(path).catch(() => null)
    return state === null ? [] : [`${path} ${state.mtimeMs} ${state.size}`]
  })
  return (await Promise.all(found)).flat()
}
