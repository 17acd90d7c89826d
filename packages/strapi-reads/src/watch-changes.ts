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
  /**
   * Looks now, after a look that is running. Resolves when a change has been handled.
   * @throws the error of `onChange`
   */
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
  let lookingAgain: Promise<void> | undefined
  // The running look may have been before the change.
  const lookAgain = (running: Promise<void>) =>
    (lookingAgain ??= running
      .catch(() => undefined)
      .then(lookNow)
      .finally(() => (lookingAgain = undefined)))
  let cancel = () => {}
  const continueLater = () => {
    if (isClosed) return
    cancel = wait(() => void lookNow().then(continueLater, continueLater))
  }
  continueLater()
  return {
    look: () => (looking ? lookAgain(looking) : lookNow()),
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

/**
 * Returns a text that changes when one of these files, or a file in one of these folders, is added, removed
 * or changed. It also works on volumes whose changes the system doesn't report.
 * @param names files and folders of the project
 */
export async function fingerprintOf(project: string, names: readonly string[]): Promise<string> {
  const found = await Promise.all(
    names.map(async (name) => [...(await stateOf(join(project, name))), ...(await filesIn(join(project, name)))]),
  )
  return found.flat().toSorted().join('\n')
}

/** Returns the state of a file; nothing for a folder, and for a file that doesn't exist. */
async function stateOf(path: string): Promise<readonly string[]> {
  const state = await stat(path).catch(() => null)
  return state?.isFile() ? [`${path} ${state.mtimeMs} ${state.size}`] : []
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = entries.map(async (entry): Promise<readonly string[]> => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path)
    return stateOf(path)
  })
  return (await Promise.all(found)).flat()
}
