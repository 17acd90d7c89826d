import type { SortKey } from '../../query/read-plan.js'
import { quote } from '../names.js'
import { kindOf, liveCondition, type Scope, whereClause } from './condition.js'
import { linkSource } from './link-source.js'

/** The ORDER BY list: the keys asked for, then `last` (the list's own order), then the id, so that pages never overlap. */
export function compileSort(scope: Scope, keys: readonly SortKey[], last: string | null = null): string {
  const { dialect } = scope.builder
  const terms = keys.map((key) => dialect.orderBy(sortExpression(scope, key), key.direction))
  if (last) terms.push(dialect.orderBy(last, 'asc'))
  if (!keys.some(({ name, path }) => name === 'id' && path.length === 0)) terms.push(`${scope.alias}."id"`)
  return ` ORDER BY ${terms.join(', ')}`
}

/** Over a link: the smallest linked value ascending, the largest descending, so that no entry stands twice. */
function sortExpression(scope: Scope, key: SortKey): string {
  const [step, ...path] = key.path
  if (!step) return sortable(scope, key)
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
  const value = linkedValue({ builder, layout, schema: step.target, alias: inner }, { ...key, path })
  const live = liveCondition(step.target, inner, key.publicationState)
  // An aggregate names the value once: each further mention of it would double the work for every link that is followed.
  const aggregate = key.direction === 'asc' ? 'min' : 'max'
  return `(SELECT ${aggregate}(${value}) FROM ${source.from}${whereClause([source.on, live])})`
}

function linkedValue(scope: Scope, key: SortKey): string {
  const value = sortExpression(scope, key)
  const isColumn = key.path.length === 0
  // PostgreSQL knows no smallest boolean.
  return isColumn && kindOf(key) === 'boolean' ? `CASE WHEN ${value} THEN 1 WHEN NOT ${value} THEN 0 END` : value
}

function sortable({ builder, layout, schema, alias }: Scope, key: SortKey): string {
  const column = `${alias}.${quote(layout.schema(schema.uid).column(key.name))}`
  const kind = kindOf(key)
  return kind === 'json' ? builder.dialect.text(kind, column) : column
}
