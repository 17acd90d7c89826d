/** What a document requests of a value: the selections of its fields by response key, fragments included. Empty for a leaf. */
export interface Selection extends ReadonlyMap<string, Selection> {}

/** A field, an operation or a fragment, as it is written. */
interface Written {
  /** The response key. `...` and the name for a fragment, `...` for an inline one, empty for an anonymous operation. */
  readonly key: string
  set?: readonly Written[]
}

const STRINGS_COMMENTS_AND_COMMAS = /"""(\\"""|[^])*?"""|"(\\.|[^"\\])*"|#.*|,/g
const ARGUMENTS_AND_DIRECTIVES = /\((\([^)]*\)|[^()])*\)|@\w+/g
const FRAGMENTS = /\bfragment\s+(\w+)\s+on\s+\w+|\.{3}\s*(on\s+\w+)?/g
const TOKENS = /\.{3}\w*|\w+|[:{}]/g

/**
 * Returns what the operations of a document request. The document must be valid, as one is that a server has responded to:
 * strings, arguments and directives are taken out by patterns, then names and braces are left.
 */
export function readSelections(text: string): Selection {
  const tokens = text
    .replaceAll(STRINGS_COMMENTS_AND_COMMAS, ' ')
    .replaceAll(ARGUMENTS_AND_DIRECTIVES, ' ')
    .replaceAll(FRAGMENTS, ' ...$1')
    .matchAll(TOKENS)
  const definitions = readSet(tokens)
  const operations = definitions.filter((definition) => !isFragment(definition))
  return resolveFragments(
    operations.flatMap(({ set }) => set ?? []),
    definitions,
  )
}

/** Reads up to the brace that closes the set. Nested sets read on from the same tokens. */
function readSet(tokens: Iterator<RegExpExecArray>): Written[] {
  const set: Written[] = []
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const [token] = next.value
    if (token === '}') break
    if (token === '{') ownerOfSet(set).set = readSet(tokens)
    // What follows the colon is the name of the field. The alias before it is the response key.
    else if (token === ':') tokens.next()
    else set.push({ key: token })
  }
  return set
}

/** The last one, which a set follows; a set that follows nothing is that of an anonymous operation. */
function ownerOfSet(set: Written[]): Written {
  const last = set.at(-1)
  if (last && !last.set) return last
  const anonymous: Written = { key: '' }
  set.push(anonymous)
  return anonymous
}

const isFragment = ({ key }: Written): boolean => key.startsWith('...')

function resolveFragments(
  set: readonly Written[],
  definitions: readonly Written[],
  selection = new Map<string, Selection>(),
): Selection {
  for (const written of set) {
    const { key } = written
    if (isFragment(written)) {
      const fragment = written.set ?? definitions.find((definition) => definition.key === key)?.set
      resolveFragments(fragment ?? [], definitions, selection)
    } else {
      // A key may be requested several times: the selections add up.
      const sofar = selection.get(key) as Map<string, Selection> | undefined
      selection.set(key, resolveFragments(written.set ?? [], definitions, sofar))
    }
  }
  return selection
}
