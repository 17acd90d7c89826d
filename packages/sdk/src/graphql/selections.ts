interface Selection {
  /** Its response key, or `...` and the name of a fragment, if it has one. */
  readonly key: string
  set?: readonly Selection[]
}

/** What is asked for by response key, fragments taken in: nothing of a leaf. */
export interface Asked extends ReadonlyMap<string, Asked> {}

const STRINGS_COMMENTS_AND_COMMAS = /"""(\\"""|[^])*?"""|"(\\.|[^"\\])*"|#.*|,/g
const ARGUMENTS_AND_DIRECTIVES = /\((\([^)]*\)|[^()])*\)|@\w+/g
const FRAGMENTS = /\bfragment\s+(\w+)\s+on\s+\w+|\.{3}\s*(on\s+\w+)?/g

/** Reads what the operations of a document ask for. The document is taken to be a right one: it has been answered. */
export function readSelections(text: string): Asked {
  const tokens = text
    .replaceAll(STRINGS_COMMENTS_AND_COMMAS, ' ')
    .replaceAll(ARGUMENTS_AND_DIRECTIVES, ' ')
    .replaceAll(FRAGMENTS, ' ...$1')
    .matchAll(/\.{3}\w*|\w+|[:{}]/g)

  const readSet = (): Selection[] => {
    const set: Selection[] = []
    // Each set goes on reading where the one in it ended.
    for (const [token] of tokens) {
      if (token === '}') break
      if (token === '{') {
        // Only an operation may have no name, and nothing before it.
        let last = set.at(-1)
        if (!last || last.set) set.push((last = { key: '' }))
        last.set = readSet()
      } else if (token === ':') tokens.next()
      else set.push({ key: token })
    }
    return set
  }
  const definitions = readSet()

  const resolve = (selections: readonly Selection[] = [], asked = new Map<string, Asked>()): Asked => {
    for (const { key, set } of selections) {
      if (key[0] === '.') resolve(set ?? definitions.find((definition) => definition.key === key)?.set, asked)
      // A key may be asked for more than once.
      else asked.set(key, resolve(set, asked.get(key) as Map<string, Asked> | undefined))
    }
    return asked
  }
  return resolve(definitions.flatMap(({ key, set }) => (key[0] === '.' ? [] : (set ?? []))))
}
