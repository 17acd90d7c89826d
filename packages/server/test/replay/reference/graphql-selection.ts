import {
  type Attribute,
  type AttributeType,
  type LinkAttribute,
  type ScalarAttribute,
  type Schema,
  isScalar,
} from '@content-api/model'
import { type FieldNode, isObjectType } from 'graphql'
import type { Row } from '../../../../engine/src/database/database.js'
import { hasRelatedField, relatedField } from '@content-api/engine/plan'
import { derivedNames, typeName } from '@content-api/interfaces/graphql/naming'
import { type SelectedField, collectFields, selectionsOf } from '@content-api/interfaces/graphql/plan/collect-fields'
import { type GraphqlRequest, argumentsAt, listOptions } from '../graphql-request.js'
import { isRecord } from '../request-target.js'
import { type Linked, idOf } from '../world.js'
import { type FilterScope, matches, visible } from './filter.js'
import { usersOfFile } from './file-users.js'
import { pageOf } from './graphql-page.js'
import { sorted } from './sort.js'
import { shownValue } from './values.js'

/** The source of the values of a selection. */
export interface SelectionScope extends FilterScope {
  readonly request: GraphqlRequest
  readonly may: (action: string, uid: string) => boolean
  /** Attributes of these types have their stored values, whatever Strapi returned. */
  readonly exact?: ReadonlySet<AttributeType> | undefined
}

type Nodes = readonly FieldNode[]
type Members = Readonly<Record<string, unknown>>

/** Returns the selected fields of a type, each with the value that `read` returns. */
export async function members(
  { request }: SelectionScope,
  name: string,
  nodes: Nodes,
  read: (requested: SelectedField) => unknown,
): Promise<Members> {
  const type = request.scope.schema.getType(name)
  if (!isObjectType(type)) throw new Error(`There is no type ${name}`)
  const found: Record<string, unknown> = {}
  for (const requested of collectFields(request.scope, type, selectionsOf(nodes))) {
    found[requested.key] = requested.name === '__typename' ? name : await read(requested)
  }
  return found
}

const at = (input: unknown, key: string): unknown => (isRecord(input) ? input[key] : undefined)

/**
 * Returns an entry as selected: recorded values unchanged, and related entries from the content, including
 * those that Strapi left out.
 */
export async function entity(scope: SelectionScope, { schema, row }: Linked, nodes: Nodes, input: unknown) {
  return members(scope, derivedNames.entity(typeName(schema)), nodes, ({ key, name, nodes }) =>
    name === 'id'
      ? String(idOf(row))
      : // Strapi returns null for an entry that lacks a required value.
        at(input, key) === null
        ? null
        : attributes(scope, { schema, row }, nodes, at(input, key)),
  )
}

async function attributes(
  scope: SelectionScope,
  { schema, row }: Linked,
  nodes: Nodes,
  input: unknown,
): Promise<Members> {
  return members(scope, typeName(schema), nodes, async (requested) => {
    const value = at(input, requested.key)
    if (requested.name === 'id') return String(idOf(row))
    if (hasRelatedField(schema) && requested.name === relatedField) {
      const users = await usersOfFile(scope.world, row, ({ uid }) => scope.may('find', uid))
      return Promise.all(users.map((user) => attributes(scope, user, requested.nodes, undefined)))
    }
    const attribute = schema.attributes[requested.name] as Attribute
    if (isScalar(attribute)) {
      const theirs = value !== undefined && !scope.exact?.has(attribute.type)
      return theirs ? value : graphqlValue(row, requested.name, attribute)
    }
    return linkedValue(scope, { schema, row }, attribute, requested, value)
  })
}

async function linkedValue(
  outer: SelectionScope,
  { schema, row }: Linked,
  attribute: LinkAttribute,
  { name, nodes }: SelectedField,
  input: unknown,
): Promise<unknown> {
  const { request, world } = outer
  // A relation without an entry has an object as its value. Null means that Strapi rejected the field.
  if (input === null || (attribute.type === 'relation' && attribute.target === undefined)) return input
  if (attribute.type === 'relation' && !outer.may('find', String(attribute.target))) return null
  const target = targetOf(attribute, outer)
  const options = target ? listOptions(argumentsAt(request.scope, typeName(schema), nodes), target, world.registry) : {}
  const state = options['publicationState']
  const scope = state === undefined ? outer : { ...outer, preview: state === 'preview' }
  const rows = await visible(scope, schema, row, name)
  if (attribute.type === 'dynamiczone') {
    return Promise.all(
      rows.map((one, index) => attributes(scope, one, nodes, (input as unknown[] | undefined)?.[index])),
    )
  }
  const many = isMany(attribute)
  const chosen = many && target ? await page(scope, target, rows, options) : rows.slice(0, 1)
  const earlier = await theirsById(scope, attribute, rows, input)
  const each = (one: Linked, inner: Nodes) =>
    attribute.type === 'component'
      ? attributes(scope, one, inner, earlier.get(idOf(one.row)))
      : entity(scope, one, inner, earlier.get(idOf(one.row)))
  const all = (inner: Nodes) => Promise.all(chosen.map((one) => each(one, inner)))
  const value = async (inner: Nodes) => (many ? all(inner) : ((await all(inner))[0] ?? null))
  if (attribute.type === 'component') return value(nodes)
  const nameOf = many ? derivedNames.relation : derivedNames.response
  return members(scope, nameOf(typeName(target as Schema)), nodes, (requested) => value(requested.nodes))
}

const isMany = (attribute: LinkAttribute): boolean =>
  attribute.type === 'relation'
    ? attribute.relation.endsWith('Many')
    : attribute.type === 'media'
      ? attribute.multiple
      : attribute.type === 'component' && attribute.repeatable

function targetOf(attribute: LinkAttribute, { world: { registry } }: SelectionScope): Schema | null {
  if (attribute.type === 'component') return registry.component(attribute.component)
  if (attribute.type === 'media') return registry.contentType('plugin::upload.file')
  return attribute.type === 'relation' ? registry.contentType(String(attribute.target)) : null
}

async function page(scope: SelectionScope, target: Schema, rows: readonly Linked[], options: Members) {
  const kept: Row[] = []
  for (const { row } of rows) if (await matches(scope, target, row, options['filters'])) kept.push(row)
  const keys = [options['sort']].flat().filter((key) => key !== undefined && key !== null)
  const inOrder = keys.length > 0 ? await sorted(scope, target, kept, keys) : kept
  const { start, limit } = pageOf(options['pagination'], inOrder.length)
  return inOrder.slice(start, start + limit).map((row) => ({ schema: target, row }))
}

/** Returns Strapi's entries with their ids as keys. Entries without a selected id get the id at their position. */
async function theirsById(scope: SelectionScope, attribute: LinkAttribute, rows: readonly Linked[], input: unknown) {
  const data = attribute.type === 'component' ? input : at(input, 'data')
  const items = (Array.isArray(data) ? data : [data]).filter(isRecord)
  const named = items.every((item) => 'id' in item)
  const inPlace = rows.length === items.length || !scope.preview ? rows : []
  return new Map(
    items.flatMap((item, index): [number, unknown][] => {
      const id = named
        ? Number(item['id'])
        : inPlace[index] && items.length === rows.length
          ? idOf(inPlace[index].row)
          : 0
      return id > 0 ? [[id, item]] : []
    }),
  )
}

/** Returns the value of an attribute as in GraphQL. */
function graphqlValue(row: Row, name: string, attribute: ScalarAttribute): unknown {
  const shown = shownValue(row, name, attribute)
  if (shown === null) return null
  if (attribute.type === 'timestamp') return new Date(Number(shown)).toISOString()
  if (attribute.type === 'biginteger') return Number.isSafeInteger(Number(shown)) ? Number(shown) : shown
  return shown
}
