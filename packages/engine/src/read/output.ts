import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import { missingMark, rejectedMark } from '../plan/null-marks.js'
import type { FieldForm, Output, OutputObject, PaginationFigure } from '../plan/read-plan.js'
import { quote, quoteText } from '../dialects/names.js'
import { liveCondition, whereClause } from './condition.js'
import { objectPieces, type Piece } from './json-text.js'
import { countRows, rowsText, zonePieces } from './linked-rows.js'
import { morphPieces } from './morph.js'
import type { RowScope } from './row-text.js'
import { usedByPieces } from './used-by.js'

/** Compiles the output that only the root of a response can contain. */
export interface OutputRoot {
  readonly entries: (members: OutputObject) => Piece[]
  readonly pagination: (figure: PaginationFigure) => Piece[]
}

/** Used for nested output. It throws, because only a bug can place entries or pagination there. */
export const noRoot: OutputRoot = { entries: () => misplaced('entries'), pagination: () => misplaced('pagination') }

function misplaced(kind: string): never {
  throw new Error(`${kind} can only be at the root of a response`)
}

/** Returns the pieces of a value's JSON. */
export function outputPieces(scope: RowScope, output: Output, root: OutputRoot): Piece[] {
  return writers[output.kind](scope, output as never, root)
}

/** Returns the pieces of an object with these members, in order. */
export function memberPieces(scope: RowScope, members: OutputObject, root: OutputRoot): Piece[] {
  return objectPieces(members.map(({ key, value }) => [key, outputPieces(scope, value, root)]))
}

type Writers = {
  readonly [Kind in Output['kind']]: (
    scope: RowScope,
    output: Extract<Output, { kind: Kind }>,
    root: OutputRoot,
  ) => Piece[]
}

const below = (members: OutputObject) => (inner: RowScope) => memberPieces(inner, members, noRoot)

const writers: Writers = {
  text: (_scope, { text }) => [{ literal: text }],
  rejected: () => [{ literal: rejectedMark }],
  field: fieldPieces,
  object: (scope, { members }, root) => memberPieces(scope, members, root),
  entries: (_scope, { members }, root) => root.entries(members),
  linked: (scope, { rows, form, required, members }) => {
    const missing = required === null ? quoteText('null') : missingText(scope)
    return [{ sql: rowsText(scope, rows, form, below(members), missing) }]
  },
  count: (scope, { rows }) => [{ sql: scope.builder.dialect.text('integer', countRows(scope, rows)) }],
  zone: (scope, { name, items }) =>
    zonePieces(
      scope,
      name,
      items.map(({ component, members, filters }) => ({ component, write: below(members), filters })),
    ),
  morph: (scope, { name, publicationState, targets }) =>
    morphPieces(scope, {
      name,
      publicationState,
      targets: targets.map(({ type, members }) => ({ type, write: below(members) })),
    }),
  usedBy: (scope, { targets, ...rest }) =>
    usedByPieces(scope, {
      ...rest,
      targets: targets.map(({ members, ...target }) => ({ ...target, write: below(members) })),
    }),
  locales: localePieces,
  pagination: (_scope, { figure }, root) => root.pagination(figure),
}

/** Returns the text that stands for a missing value of a non-null field. It names the entry. */
function missingText({ builder, entry: { uid, alias } }: RowScope): string {
  const [before, after] = missingMark(uid)
  const id = builder.dialect.text('id', `${alias}."id"`)
  return builder.dialect.join([quoteText(before), id, quoteText(after)])
}

function fieldPieces(scope: RowScope, output: Extract<Output, { kind: 'field' }>): Piece[] {
  const { builder, layout, schema, alias } = scope
  const { name, attribute, form, required } = output
  const { dialect } = builder
  const column = `${alias}.${quote(layout.schema(schema.uid).column(name))}`
  // The id needs no check for NULL.
  if (form === 'id') return [{ literal: '"' }, { sql: dialect.json('id', column) }, { literal: '"' }]
  const missing = required === null ? undefined : missingText(scope)
  if (form === 'long') return [{ sql: dialect.long(column, missing) }]
  if (form === 'instant') return [{ sql: dialect.instant(column, missing) }]
  const kind = name === 'id' ? 'id' : scalarBehaviours[attribute.type].storage
  const plain = dialect.json(kind, column, missing)
  return [{ sql: form === 'plain' ? plain : renamed(column, plain, form) }]
}

function renamed(column: string, plain: string, names: Exclude<FieldForm, string>): string {
  const cases = [...names].map(([stored, name]) => ` WHEN ${quoteText(stored)} THEN ${quoteText(JSON.stringify(name))}`)
  return cases.length > 0 ? `CASE ${column}${cases.join('')} ELSE ${plain} END` : plain
}

function localePieces(
  { builder, layout, schema, alias }: RowScope,
  { publicationState }: Extract<Output, { kind: 'locales' }>,
): Piece[] {
  const other = builder.alias()
  const group = `${other}."localization_group" = ${alias}."localization_group"`
  const where = whereClause([group, liveCondition(schema, other, publicationState)])
  const table = quote(layout.schema(schema.uid).table)
  const order = builder.dialect.orderBy(`${other}."id"`, 'asc')
  const from = `FROM ${table} ${other}${where} ORDER BY ${order}`
  return [{ sql: builder.dialect.textArray(`${other}."locale"`, from) }]
}
