import { comparedAttributes, isIndexable, searchedAttributes, startsIndex } from '../plan/compared-attributes.js'
import { countsRows, type ReadPlan } from '../plan/read-plan.js'

/** From this many rows of a table on, a list without an index gets a hint. */
const manyRows = 10_000

/** Names the indexes that lists of many rows lack: each index once. */
export class IndexHints {
  readonly #given = new Set<string>()

  constructor(readonly report: (message: string) => void) {}

  /** @param rows the number of rows in the table of the plan's type */
  check(plan: ReadPlan, rows: number): void {
    if (rows < manyRows) return
    const { uid } = plan.type
    const attributes = missingIndex(plan)
    const key = [uid, ...attributes].join(' ')
    if (attributes.length === 0 || this.#given.has(key)) return
    this.#given.add(key)
    this.report(
      `A list of ${uid} filters or sorts ${rows} rows by ${attributes.join(', ')} without an index. ` +
        `If clients send such requests often, add it to "indexes" in the schema: ${JSON.stringify({ attributes })}`,
    )
  }
}

/** Returns the attributes of the index that a list needs; none if an index of the type, or a relation, serves it. */
export function missingIndex(plan: ReadPlan): readonly string[] {
  const { type, mode } = plan
  const searched = mode === 'list' ? searchedAttributes(plan) : null
  if (!searched) return []
  const { equal, sorted, inRange } = searched
  if ([...equal, ...sorted, ...inRange].includes('id')) return []
  const [last] = [...sorted, ...inRange]
  const wanted = [...new Set([...equal, ...(last === undefined ? [] : [last])])]
  if (wanted.some((name) => startsIndex(type, name))) return []
  const indexed = wanted.filter((name) => isIndexable(type, name))
  return indexed.length > 0 ? (coveringIndex(plan, indexed) ?? indexed) : []
}

/**
 * Returns the attributes of an index that contains all that the total of a filtered list needs, so that the
 * database counts without reading rows; null if there is no total or no such index.
 */
function coveringIndex({ type, filters, output, locale, publicationState }: ReadPlan, wanted: readonly string[]) {
  const filtered = filters && countsRows(output) ? comparedAttributes(filters) : null
  if (!filtered?.every((name) => isIndexable(type, name))) return null
  const before = locale === null ? [] : ['locale']
  const after = type.draftAndPublish && publicationState === 'live' ? ['publishedAt'] : []
  return [...new Set([...before, ...wanted, ...filtered, ...after])]
}
