import {
  type ComponentAttribute,
  type ContentType,
  type DynamicZoneAttribute,
  isScalar,
  type Registry,
  type RelationAttribute,
  type Schema,
} from '@content-api/model'
import type { LinkLayout } from '@content-api/engine/layout'
import { fileType } from '@content-api/engine/plan'
import { type Transaction, versionColumns } from './row.js'

/** A link table, seen from one of its sides. */
export type Join = Extract<LinkLayout, { kind: 'join' }>

/** A relation of a schema that lies in a link table. */
export interface Relation {
  readonly name: string
  readonly attribute: RelationAttribute
  readonly target: ContentType
  readonly join: Join
}

/** Whether both sides of a relation show it. */
export const isTwoWay = ({ mappedBy, inversedBy }: RelationAttribute): boolean =>
  mappedBy !== undefined || inversedBy !== undefined

/** Whether an entry on the other side has at most one partner. */
export const isExclusive = ({ relation }: RelationAttribute): boolean => relation.startsWith('oneTo')

export const isToOne = ({ relation }: RelationAttribute): boolean => relation.endsWith('One')

/** Returns the relations of a schema that lie in link tables. Localizations and creators don't. */
export function relationsOf(tx: Transaction, schema: Schema): readonly Relation[] {
  const layout = tx.layout.schema(schema.uid)
  return Object.entries(schema.declared).flatMap(([name, attribute]): Relation[] => {
    if (attribute.type !== 'relation' || attribute.target === undefined || attribute.target === fileType) return []
    const join = layout.link(name)
    return join.kind === 'join' ? [{ name, attribute, target: tx.registry.contentType(attribute.target), join }] : []
  })
}

/** A component attribute or a zone, and its table of components. */
export interface ComponentList {
  readonly name: string
  readonly attribute: ComponentAttribute | DynamicZoneAttribute
  readonly join: Join
}

export function componentListsOf(tx: Transaction, schema: Schema): readonly ComponentList[] {
  const layout = tx.layout.schema(schema.uid)
  return Object.entries(schema.declared).flatMap(([name, attribute]): ComponentList[] => {
    if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') return []
    return [{ name, attribute, join: layout.link(name) as Join }]
  })
}

/** A media attribute, and the table of files. */
export interface Media {
  readonly name: string
  readonly isMultiple: boolean
  readonly join: Join
}

export function mediaOf(tx: Transaction, schema: Schema): readonly Media[] {
  const layout = tx.layout.schema(schema.uid)
  return Object.entries(schema.declared).flatMap(([name, attribute]): Media[] =>
    attribute.type === 'media' ? [{ name, isMultiple: attribute.multiple, join: layout.link(name) as Join }] : [],
  )
}

/** The table of a relation to entries of any type. */
export type MorphJoin = Extract<LinkLayout, { kind: 'morphJoin' }>

/** Returns the tables of relations to entries of any type. */
export function morphListsOf(
  tx: Transaction,
  schema: Schema,
): readonly { readonly name: string; readonly join: MorphJoin }[] {
  const layout = tx.layout.schema(schema.uid)
  return Object.entries(schema.declared).flatMap(([name, attribute]) => {
    if (attribute.type !== 'relation' || attribute.relation !== 'morphToMany') return []
    const join = layout.link(name)
    return join.kind === 'morphJoin' ? [{ name, join }] : []
  })
}

/** Returns the columns of a schema's table that a copy of a row has. */
export function columnsOf(tx: Transaction, schema: Schema): readonly string[] {
  const layout = tx.layout.schema(schema.uid)
  const columns = Object.entries(schema.declared).flatMap(([name, attribute]) => {
    if (isScalar(attribute)) return [layout.column(name)]
    const link = layout.link(name)
    return link.kind === 'morph' ? [link.id, link.type] : []
  })
  return schema.model === 'contentType' ? [...new Set([...columns, ...Object.values(versionColumns)])] : columns
}

export function allSchemas({ contentTypes, components }: Registry): readonly Schema[] {
  return [...contentTypes.values(), ...components.values()]
}
