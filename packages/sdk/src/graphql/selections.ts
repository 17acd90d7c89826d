/** The selections of a value's fields by response key, fragments included. Empty for a leaf. */
export interface Selection extends ReadonlyMap<string, Selection> {}

/** A field, an operation or a fragment in the source. */
interface Written {
  /** The response key. `...` and the name for a fragment, `...` for an inline one, empty for an anonymous operation. */
  readonly key: string
  set?: readonly Written[]
}

// Bounded input: a document that the application itself sent, and that the server accepted.
const STRINGS_COMMENTS_AND_COMMAS = /"""(\\"""|[^])*?"""|"(\\.|[^"\\])*"|#.*|,/g
// Bounded input: as above.
const ARGUMENTS_AND_DIRECTIVES = /\((\([^)]*\)|[^()])*\)|@\w+/g
// Bounded input: as above.
const FRAGMENTS = /\bfragment\s+(\w+)\s+on\s+\w+|\.{3}\s*(on\s+\w+)?/g
const TOKENS = /\.{3}\w*|\w+|[:{}]/g

/**
 * Returns the selections of a document's operations. The document must be valid: the server's response has
 * shown that it is. Regular expressions remove strings, arguments and directives, so that only names and
 * braces are left.
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

/** Reads up to the closing brace of the set. Nested sets read from the same iterator. */
function readSet(tokens: Iterator<RegExpExecArray>): Written[] {
  const set: Written[] = []
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const [token] = next.value
    if (token === '}') break
    if (token === '{') ownerOfSet(set).set = readSet(tokens)
    // The field's name follows the colon. The alias before it is the response key.
    else if (token === ':') tokens.next()
    else set.push({ key: token })
  }
  return set
}

/** Returns the item that a set belongs to: the last one, or else an anonymous operation. */
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
