import type { Attribute, ContentType } from '@content-api/model'
import { type Condition, countsRows, type ReadPlan } from '../plan/read-plan.js'
import type { ValueOperator } from '../plan/operators.js'

/** From this many rows of a table on, a list without an index gets a hint. */
const manyRows = 10_000
const equalities: ReadonlySet<ValueOperator> = new Set(['$eq', '$in'])
const ranges: ReadonlySet<ValueOperator> = new Set(['$lt', '$lte', '$gt', '$gte', '$between'])
/** Long values, which an index can't contain, and values that filters compare in other ways. */
const unindexed: ReadonlySet<Attribute['type']> = new Set(['text', 'richtext', 'blocks', 'json', 'password'])

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
  const { type, mode, filters, sort } = plan
  if (mode !== 'list') return []
  const required = filters ? partsOf(filters) : []
  if (required.some(({ op }) => op === 'link')) return []
  const names = (operators: ReadonlySet<ValueOperator>) =>
    required.flatMap((part) => (part.op === 'value' && operators.has(part.operator) ? [part.name] : []))
  const [key] = sort
  const sorted = key && key.path.length === 0 ? [key.name] : []
  if ([...names(equalities), ...sorted, ...names(ranges)].includes('id')) return []
  const [last] = [...sorted, ...names(ranges)]
  const wanted = [...new Set([...names(equalities), ...(last === undefined ? [] : [last])])]
  if (wanted.some((name) => isFirstInIndex(type, name))) return []
  const indexed = wanted.filter((name) => isIndexed(type, name))
  return indexed.length > 0 ? (coveringIndex(plan, indexed) ?? indexed) : []
}

/**
 * Returns the attributes of an index that contains all that the total of a filtered list needs, so that the
 * database counts without reading rows; null if there is no total or no such index.
 */
function coveringIndex({ type, filters, output, locale, publicationState }: ReadPlan, wanted: readonly string[]) {
  const filtered = filters && countsRows(output) ? namesOf(filters) : null
  if (!filtered?.every((name) => isIndexed(type, name))) return null
  const before = locale === null ? [] : ['locale']
  const after = type.draftAndPublish && publicationState === 'live' ? ['publishedAt'] : []
  return [...new Set([...before, ...wanted, ...filtered, ...after])]
}

/** Returns the attributes of all conditions except the id; null if some conditions aren't on values of the entry. */
function namesOf(condition: Condition): readonly string[] | null {
  switch (condition.op) {
    case 'value':
    case 'like':
      return condition.name === 'id' ? [] : [condition.name]
    case 'not':
      return namesOf(condition.of)
    case 'and':
    case 'or': {
      const names = condition.of.map(namesOf)
      return names.every((list) => list !== null) ? names.flat() : null
    }
    case 'json':
    case 'link':
    case 'version':
      return null
  }
}

const isIndexed = ({ attributes }: ContentType, name: string) => !unindexed.has((attributes[name] as Attribute).type)

const partsOf = (condition: Condition): readonly Condition[] =>
  condition.op === 'and' ? condition.of.flatMap(partsOf) : [condition]

function isFirstInIndex({ indexes, attributes, draftAndPublish }: ContentType, name: string): boolean {
  const attribute = attributes[name] as Attribute
  return (
    attribute.unique === true ||
    attribute.type === 'uid' ||
    (name === 'publishedAt' && draftAndPublish) ||
    // Lists have a locale, so an index may begin with it.
    indexes.some(({ attributes: names }) => names.find((one) => one !== 'locale') === name)
  )
}
