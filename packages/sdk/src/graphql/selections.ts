interface Selection {
  /** Its response key, or `...` and the name of a fragment, if it has one. */
  readonly key: string
  set?: readonly Selection[]
}

/** What is asked for by response key, fragments taken in: nothing of a leaf. */
export interface Asked extends ReadonlyMap<string, Asked> {}

const STRINGS_AND_COMMENTS = /"""(\\"""|[^])*?"""|"(\\.|[^"])*"|#.*/g
const ARGUMENTS_AND_DIRECTIVES = /\([^)]*\)|@\w+/g
const FRAGMENTS = /\bfragment\s+(\w+)\s+on\s+\w+|\.{3}\s*(on\s+\w+)?/g

/** Reads what the operations of a document ask for. The document is taken to be a right one: it has been answered. */
export function readSelections(text: string): Asked {
  const tokens = text
    .replaceAll(STRINGS_AND_COMMENTS, '')
    .replaceAll(ARGUMENTS_AND_DIRECTIVES, '')
    .replaceAll(FRAGMENTS, ' ...$1')
    .match(/\.{3}\w*|\w+|[:{}]/g) as string[]

  const readSet = (): Selection[] => {
    const set: Selection[] = []
    for (let token = tokens.shift(); token && token !== '}'; token = tokens.shift()) {
      if (token === '{') {
        // Only an operation may have no name, and nothing before it.
        if (set.at(-1)?.set !== undefined || set.length === 0) set.push({ key: '' })
        ;(set.at(-1) as Selection).set = readSet()
      } else if (token === ':') tokens.shift()
      else set.push({ key: token })
    }
    return set
  }
  const definitions = readSet()

  const resolve = (selections: readonly Selection[]): Asked => {
    const sets = new Map<string, readonly Selection[]>()
    const collect = (selections: readonly Selection[] = []): void => {
      for (const { key, set } of selections) {
        if (key[0] === '.') collect(set ?? definitions.find((definition) => definition.key === key)?.set)
        // A key may be asked for more than once.
        else sets.set(key, [...(sets.get(key) ?? []), ...(set ?? [])])
      }
    }
    collect(selections)
    return new Map([...sets].map(([key, set]) => [key, resolve(set)]))
  }
  return resolve(definitions.flatMap(({ key, set = [] }) => (key[0] === '.' ? [] : set)))
}
