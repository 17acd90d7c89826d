import type { Schema } from '@content-api/model'
import { scalarBehaviours } from '../../attributes/scalar-behaviours.js'
import type { FieldSelection, LinkSelection, Selection, Shape } from '../../query/read-plan.js'
import type { Layout } from '../layout.js'
import { quote } from '../names.js'
import type { StatementBuilder } from '../statement.js'
import { objectPieces, type Piece } from './json-text.js'

/** The row that is being written as JSON. */
export interface EntryScope {
  readonly builder: StatementBuilder
  readonly layout: Layout
  readonly schema: Schema
  readonly alias: string
  readonly shape: Shape
  /** How many links of this statement lead to the row. */
  readonly links: number
  /** Writes what is linked; handed down because links hold entries, which hold links. */
  readonly writeLink: (scope: EntryScope, link: LinkSelection) => Piece[]
}

type Member = readonly [key: string, value: readonly Piece[]]

/** `{ id, attributes }`, or the bare object where the shape is flat (specification §2.2). `extra` members come last. */
export function entryPieces(scope: EntryScope, selection: Selection, extra: readonly Member[] = []): Piece[] {
  const attributes = attributeMembers(scope, selection)
  if (scope.shape === 'flat') return objectPieces([idMember(scope), ...attributes, ...extra])
  return objectPieces([idMember(scope), ['attributes', objectPieces(attributes)], ...extra])
}

/** A component is inline: `id`, in a zone `__component`, then its attributes. */
export function componentPieces(scope: EntryScope, selection: Selection, inZone: boolean): Piece[] {
  const name: Member[] = inZone ? [['__component', [{ literal: JSON.stringify(scope.schema.uid) }]]] : []
  return objectPieces([idMember(scope), ...name, ...attributeMembers(scope, selection)])
}

/** The rows of a morph relation are flat, as observed; where there are several they name their type. */
export function morphPieces(scope: EntryScope, selection: Selection, named: boolean): Piece[] {
  const type: Member[] = named ? [['__type', [{ literal: JSON.stringify(scope.schema.uid) }]]] : []
  return objectPieces([...type, idMember(scope), ...attributeMembers(scope, selection)])
}

function idMember({ builder, alias }: EntryScope): Member {
  return ['id', [{ sql: builder.dialect.json('id', `${alias}."id"`) }]]
}

function attributeMembers(scope: EntryScope, { fields, links }: Selection): Member[] {
  return [
    ...fields.filter(({ name }) => name !== 'id').map((field): Member => [field.key, [fieldPiece(scope, field)]]),
    ...links.map((link: LinkSelection): Member => [link.key, scope.writeLink(scope, link)]),
  ]
}

function fieldPiece({ builder, layout, schema, alias }: EntryScope, { name, attribute }: FieldSelection): Piece {
  const column = `${alias}.${quote(layout.schema(schema.uid).column(name))}`
  return { sql: builder.dialect.json(scalarBehaviours[attribute.type].storage, column) }
}
