import { scalarBehaviours } from '../../attributes/scalar-behaviours.js'
import type { FieldForm, Output, OutputObject, PaginationFigure } from '../../query/read-plan.js'
import { quote, quoteText } from '../names.js'
import type { EntryScope } from './entry.js'
import { objectPieces, type Piece } from './json-text.js'
import { rowsText, zonePieces } from './link-value.js'
import { nullAgainstSchema } from '../../query/null-against-schema.js'
import { morphValue } from './morph.js'
import { usedByPieces } from './used-by.js'

/** What only the root of an answer can hold. */
export interface OutputRoot {
  readonly entries: (members: OutputObject) => Piece[]
  readonly pagination: (figure: PaginationFigure) => Piece[]
}

/** Below the root there is neither. */
export const noRoot: OutputRoot = { entries: () => misplaced('entries'), pagination: () => misplaced('pagination') }

function misplaced(kind: string): never {
  throw new Error(`${kind} stand at the root of an answer alone`)
}

/** An object of a GraphQL answer, key by key as it was asked for. */
export function outputPieces(scope: EntryScope, members: OutputObject, root: OutputRoot): Piece[] {
  return objectPieces(members.map(({ key, value }) => [key, writers[value.kind](scope, value as never, root)]))
}

type Writers = {
  readonly [Kind in Output['kind']]: (
    scope: EntryScope,
    output: Extract<Output, { kind: Kind }>,
    root: OutputRoot,
  ) => Piece[]
}

const below = (members: OutputObject) => (inner: EntryScope) => outputPieces(inner, members, noRoot)

const writers: Writers = {
  text: (_scope, { text }) => [{ literal: text }],
  refused: () => [{ literal: nullAgainstSchema }],
  field: fieldPieces,
  object: (scope, { members }, root) => outputPieces(scope, members, root),
  entries: (_scope, { members }, root) => root.entries(members),
  linked: (scope, { rows, many, required, members }) => {
    const nothing = required === null ? 'null' : nullAgainstSchema
    return [{ sql: rowsText(scope, rows, many ? 'array' : 'first', below(members), nothing) }]
  },
  zone: (scope, { name, items }) =>
    zonePieces(
      scope,
      name,
      items.map(({ component, members }) => ({ component, write: below(members) })),
    ),
  morph: (scope, { name, publicationState, targets }) =>
    morphValue(scope, {
      name,
      publicationState,
      targets: targets.map(({ type, members }) => ({ type, write: below(members) })),
    }),
  usedBy: (scope, { targets, ...rest }) =>
    usedByPieces(scope, {
      ...rest,
      targets: targets.map(({ members, ...target }) => ({ ...target, write: below(members) })),
    }),
  pagination: (_scope, { figure }, root) => root.pagination(figure),
}

function fieldPieces(
  { builder, layout, schema, alias }: EntryScope,
  { name, attribute, form, required }: Extract<Output, { kind: 'field' }>,
): Piece[] {
  const { dialect } = builder
  const column = `${alias}.${quote(layout.schema(schema.uid).column(name))}`
  // A row has its id always.
  if (form === 'id') return [{ literal: '"' }, { sql: dialect.json('id', column) }, { literal: '"' }]
  const nothing = required === null ? undefined : quoteText(nullAgainstSchema)
  if (form === 'long') return [{ sql: dialect.long(column, nothing) }]
  if (form === 'instant') return [{ sql: dialect.instant(column, nothing) }]
  const kind = name === 'id' ? 'id' : scalarBehaviours[attribute.type].storage
  const plain = dialect.json(kind, column, nothing)
  return [{ sql: form === 'plain' ? plain : renamed(column, plain, form) }]
}

function renamed(column: string, plain: string, names: Exclude<FieldForm, string>): string {
  const cases = [...names].map(([stored, name]) => ` WHEN ${quoteText(stored)} THEN ${quoteText(JSON.stringify(name))}`)
  return cases.length > 0 ? `CASE ${column}${cases.join('')} ELSE ${plain} END` : plain
}
