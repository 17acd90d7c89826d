const broken = new Set<string>()

/**
 * Returns a function that loads modules on its first call, so that they don't delay the start.
 *
 * Node keeps a failed import, such as one for which no more files could be opened: every later import of that
 * module fails in the same way until the process ends. So a service loads what it needs soon after its start
 * (`ContentApi.loadModules`), and reports failures in `/readyz`.
 *
 * @param part names the modules for operators
 */
export function onDemand<Modules>(part: string, load: () => Promise<Modules>): () => Promise<Modules> {
  let loading: Promise<Modules> | undefined
  return () =>
    (loading ??= load().catch((cause: unknown) => {
      broken.add(part)
      throw new Error(describe(part, cause), { cause })
    }))
}

/** Returns the names of the parts that this process can't load any more. */
export function brokenParts(): readonly string[] {
  return [...broken]
}

/** While no file can be opened, Node reports that it can't find a module. */
function describe(part: string, cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  const hint = code?.endsWith('MODULE_NOT_FOUND')
    ? '\nIf it is installed, too many files are open: see "ulimit -n".'
    : ''
  return `Cannot load ${part}: ${message}${hint}`
}

interface Store<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** Returns the value of a key, such as of a map. A missing value is created and stored. */
export function getOrCreate<Key, Value>(store: Store<Key, Value>, key: Key, create: () => Value): Value {
  const known = store.get(key)
  if (known !== undefined) return known
  const created = create()
  store.set(key, created)
  return created
}
