import type { SortKey } from '../../query/read-plan.js'
import { quote } from '../names.js'
import { kindOf, liveCondition, type Scope, whereClause } from './condition.js'
import { linkSource } from './link-source.js'

/** The ORDER BY list: the keys asked for, then `last` (the list's own order), then the id, so that pages never overlap. */
export function compileSort(scope: Scope, keys: readonly SortKey[], last: string | null = null): string {
  const { dialect } = scope.builder
  const terms = keys.flatMap((key) =>
    leavesOf(key).map((leaf) => dialect.orderBy(sortExpression(scope, key, leaf), key.direction)),
  )
  if (last) terms.push(dialect.orderBy(last, 'asc'))
  if (!keys.some(({ name, path }) => name === 'id' && path.length === 0)) terms.push(`${scope.alias}."id"`)
  return ` ORDER BY ${terms.join(', ')}`
}

/** What stands at the end of a path: a column as it is, or one of the aspects that JSON is ordered by. */
type Leaf = 'value' | 'jsonKind' | 'jsonNumber' | 'jsonText'

/** JSON has no order of its own: numbers come first, in theirs, then everything else by its text (as observed). */
const ofJson = {
  asc: ['jsonKind', 'jsonNumber', 'jsonText'],
  desc: ['jsonKind', 'jsonText', 'jsonNumber'],
} as const satisfies Record<SortKey['direction'], readonly Leaf[]>

function leavesOf(key: SortKey): readonly Leaf[] {
  return kindOf(key) === 'json' ? ofJson[key.direction] : ['value']
}

/** Over a link: the smallest linked value ascending, the largest descending, so that no entry stands twice. */
function sortExpression(scope: Scope, key: SortKey, leaf: Leaf): string {
  const [step, ...path] = key.path
  if (!step) return sortable(scope, key, leaf)
  const { builder, layout } = scope
  const inner = builder.alias()
  const source = linkSource({
    builder,
    layout,
    owner: scope.schema,
    name: step.name,
    target: step.target,
    outer: scope.alias,
    inner,
  })
  const value = linkedValue({ builder, layout, schema: step.target, alias: inner }, { ...key, path }, leaf)
  const live = liveCondition(step.target, inner, key.publicationState)
  // An aggregate names the value once: each further mention of it would double the work for every link that is followed.
  const aggregate = key.direction === 'asc' ? 'min' : 'max'
  return `(SELECT ${aggregate}(${value}) FROM ${source.from}${whereClause([source.on, live])})`
}

function linkedValue(scope: Scope, key: SortKey, leaf: Leaf): string {
  const value = sortExpression(scope, key, leaf)
  const isColumn = key.path.length === 0
  // PostgreSQL knows no smallest boolean.
  return isColumn && kindOf(key) === 'boolean' ? `CASE WHEN ${value} THEN 1 WHEN NOT ${value} THEN 0 END` : value
}

function sortable({ builder: { dialect }, layout, schema, alias }: Scope, key: SortKey, leaf: Leaf): string {
  const column = `${alias}.${quote(layout.schema(schema.uid).column(key.name))}`
  if (leaf === 'value') return column
  const text = dialect.text('json', column)
  const number = dialect.jsonNumber(text)
  if (leaf === 'jsonNumber') return number
  if (leaf === 'jsonText') return `CASE WHEN ${number} IS NULL THEN ${text} END`
  return `CASE WHEN ${number} IS NOT NULL THEN 0 WHEN ${text} IS NOT NULL THEN 1 END`
}
