import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  GraphQLUnionType,
} from 'graphql'
import { isRecord } from '../is-record.js'
import { type Caller, demand } from './callers.js'
import type { Entries } from './entries.js'
import type { Extensions } from './extensions.js'
import {
  filterInputOf,
  idFilterInput,
  PaginationArg,
  PublicationState,
  ResponseCollectionMeta,
  scalarOf,
  ZoneInput,
} from './graphql-types.js'
import { invalid } from './request-error.js'
import { type Attribute, isLink, isToMany, type Schema, schemaOf, valueAttributes } from './schema.js'
import type { Row } from './store.js'

export type Args = Readonly<Record<string, unknown>>
export type Field = GraphQLFieldConfig<unknown, Caller>

const pascal = (name: string) => name.replaceAll(/(^|[-.])([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())
export const camel = (name: string) => pascal(name).replace(/^./, (letter) => letter.toLowerCase())

const defaultSize = 10
const amountLimit = 100

/** Converts filters of GraphQL to filters of REST: operators get their $ sign. */
export function translated(filters: unknown, schema: Schema): unknown {
  if (!isRecord(filters)) return filters
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      if (name === 'and' || name === 'or')
        return [`$${name}`, (value as unknown[]).map((one) => translated(one, schema))]
      if (name === 'not') return ['$not', translated(value, schema)]
      const attribute = schema.attributes[name]
      if (attribute && isLink(attribute))
        return [name, translated(value, schemaOf(attribute.target ?? attribute.component))]
      return [name, operatorsOf(value)]
    }),
  )
}

const operatorsOf = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, operand]) => [`$${name}`, operatorsOf(operand)]))
    : value

/** Returns one page of rows, with its pagination. */
export function cut(
  rows: readonly Row[],
  { page, pageSize, start, limit }: { page?: number; pageSize?: number; start?: number; limit?: number },
) {
  if ((page !== undefined || pageSize !== undefined) && (start !== undefined || limit !== undefined))
    throw invalid("page and pageSize can't be combined with start and limit")
  const asked = pageSize ?? limit ?? defaultSize
  const size = asked === -1 ? amountLimit : Math.min(asked, amountLimit)
  const from = start ?? ((page ?? 1) - 1) * size
  const total = rows.length
  return {
    rows: rows.slice(from, from + size),
    pagination: { total, page: Math.floor(from / size) + 1, pageSize: size, pageCount: Math.ceil(total / size) },
  }
}

/** Returns functions that create the types of a content type, each once. */
export function createEntryTypes(entries: Entries, extensions: Extensions) {
  const { store } = entries
  const objects = new Map<string, GraphQLObjectType>()
  const filterTypes = new Map<string, GraphQLInputObjectType>()
  const inputs = new Map<string, GraphQLInputObjectType>()
  const once = <T>(map: Map<string, T>, key: string, make: () => T): T => {
    const found = map.get(key) ?? make()
    map.set(key, found)
    return found
  }
  const nameOf = (schema: Schema) => `${schema.component ? 'Component' : ''}${pascal(schema.singular)}`
  const object = (name: string, fields: () => Record<string, Field>) =>
    once(objects, name, () => new GraphQLObjectType({ name, fields }))

  /** Returns the fields that no extension disables in this part. Omits relations to disabled content types. */
  const shown = <T>(
    schema: Schema,
    part: 'output' | 'input' | 'filters',
    fields: Readonly<Record<string, T>>,
  ): Record<string, T> =>
    Object.fromEntries(
      Object.entries(fields).filter(([name]) => {
        const target = schema.attributes[name]?.target
        return (
          extensions.shadowCRUD(schema.uid).field(name).has(part) &&
          (target === undefined || extensions.shadowCRUD(target).isEnabled())
        )
      }),
    )

  const filtersInput = (schema: Schema): GraphQLInputObjectType =>
    once(filterTypes, schema.uid, () => {
      const input: GraphQLInputObjectType = new GraphQLInputObjectType({
        name: `${nameOf(schema)}FiltersInput`,
        fields: () =>
          shown(schema, 'filters', {
            ...Object.fromEntries(
              Object.entries(valueAttributes(schema)).map(([name, attribute]) => [
                name,
                { type: name === 'id' ? idFilterInput : filterInputOf(attribute) },
              ]),
            ),
            ...Object.fromEntries(
              Object.entries(schema.attributes)
                .filter(([, { type }]) => type === 'relation' || type === 'component')
                .map(([name, { target, component }]) => [name, { type: filtersInput(schemaOf(target ?? component)) }]),
            ),
            and: { type: new GraphQLList(input) },
            or: { type: new GraphQLList(input) },
            not: { type: input },
          }),
      })
      return input
    })

  const listArguments = (schema: Schema): GraphQLFieldConfigArgumentMap => ({
    filters: { type: filtersInput(schema) },
    pagination: { type: PaginationArg, defaultValue: {} },
    sort: { type: new GraphQLList(GraphQLString), defaultValue: [] },
    ...(schema.drafts ? { publicationState: { type: PublicationState, defaultValue: 'live' } } : {}),
  })

  const linkField = (name: string, attribute: Attribute): Field => {
    if (attribute.type === 'relation') {
      const schema = schemaOf(attribute.target)
      const rowsOf = (row: Row, args: Args, caller: Caller) => {
        demand(caller, schema.uid, 'find')
        const preview = args['publicationState'] === 'preview'
        const wanted = new Set(
          entries.find(
            schema,
            {
              filters: translated(args['filters'], schema),
              sort: args['sort'],
              locale: schema.localized ? 'all' : undefined,
            },
            { store, caller, preview },
          ),
        )
        const linked = store.linked(row, name, attribute).filter((one) => wanted.has(one))
        return Array.isArray(args['sort']) && args['sort'].length > 0
          ? [...wanted].filter((one) => linked.includes(one))
          : linked
      }
      if (!isToMany(attribute))
        return {
          type: responseType(schema),
          resolve: (row, args: Args, caller) => ({ row: rowsOf(row as Row, args, caller)[0] ?? null }),
        }
      return {
        type: relationType(schema),
        args: listArguments(schema),
        resolve: (row, args: Args, caller) => ({
          rows: cut(rowsOf(row as Row, args, caller), args['pagination'] ?? {}).rows,
        }),
      }
    }
    if (attribute.type === 'dynamiczone') {
      const members = (attribute.components ?? []).map((uid) => attributesType(schemaOf(uid)))
      const union = new GraphQLUnionType({
        name: `${pascal(name)}DynamicZone`,
        types: members,
        resolveType: (item: { values: Record<string, unknown> }) =>
          nameOf(schemaOf(String(item.values['__component']))),
      })
      return {
        type: new GraphQLList(union),
        resolve: (row) => ((row as Row).values[name] as unknown[]).map((values) => ({ values })),
      }
    }
    const type = attributesType(schemaOf(attribute.component))
    const wrap = (values: unknown) => (values === null || values === undefined ? null : { values })
    return attribute.repeatable
      ? { type: new GraphQLList(type), resolve: (row) => (((row as Row).values[name] ?? []) as unknown[]).map(wrap) }
      : { type, resolve: (row) => wrap((row as Row).values[name]) }
  }

  const attributesType = (schema: Schema): GraphQLObjectType =>
    object(nameOf(schema), () =>
      shown(schema, 'output', {
        ...Object.fromEntries(
          Object.entries(valueAttributes(schema))
            .filter(([name]) => name !== 'id')
            .map(([name, attribute]): [string, Field] => [
              name,
              { type: scalarOf(attribute), resolve: (row) => (row as Row).values[name] ?? null },
            ]),
        ),
        ...Object.fromEntries(
          Object.entries(schema.attributes)
            .filter(([, attribute]) => isLink(attribute) && attribute.type !== 'media')
            .map(([name, attribute]) => [name, linkField(name, attribute)]),
        ),
      }),
    )

  const entityType = (schema: Schema) =>
    object(`${nameOf(schema)}Entity`, () => ({
      id: { type: GraphQLID, resolve: (row) => (row as Row).id },
      attributes: { type: attributesType(schema), resolve: (row) => row },
    }))
  const entityList = (schema: Schema) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(entityType(schema))))
  const responseType = (schema: Schema) =>
    object(`${nameOf(schema)}EntityResponse`, () => ({
      data: { type: entityType(schema), resolve: (source) => (source as { row: unknown }).row },
    }))
  const relationType = (schema: Schema) =>
    object(`${nameOf(schema)}RelationResponseCollection`, () => ({
      data: { type: entityList(schema), resolve: (source) => (source as { rows: unknown }).rows },
    }))
  const collectionType = (schema: Schema) =>
    object(`${nameOf(schema)}EntityResponseCollection`, () => ({
      data: { type: entityList(schema), resolve: (source) => (source as { rows: unknown }).rows },
      meta: { type: new GraphQLNonNull(ResponseCollectionMeta), resolve: (source) => source },
    }))

  const inputType = (schema: Schema): GraphQLInputObjectType =>
    once(
      inputs,
      schema.uid,
      () =>
        new GraphQLInputObjectType({
          name: `${nameOf(schema)}Input`,
          fields: () =>
            shown(schema, 'input', {
              ...Object.fromEntries(
                Object.entries(schema.attributes).map(([name, attribute]) => [name, { type: inputOf(attribute) }]),
              ),
              ...Object.fromEntries(
                ['createdAt', 'updatedAt', 'publishedAt'].map((name) => [
                  name,
                  { type: scalarOf({ type: 'datetime' }) },
                ]),
              ),
            }),
        }),
    )
  const inputOf = (attribute: Attribute) => {
    if (attribute.type === 'relation' || attribute.type === 'media')
      return isToMany(attribute) || attribute.multiple ? new GraphQLList(GraphQLID) : GraphQLID
    if (attribute.type === 'dynamiczone') return new GraphQLList(ZoneInput)
    if (attribute.type === 'component')
      return attribute.repeatable
        ? new GraphQLList(inputType(schemaOf(attribute.component)))
        : inputType(schemaOf(attribute.component))
    return attribute.type === 'password' ? GraphQLString : scalarOf(attribute)
  }

  return { nameOf, listArguments, attributesType, responseType, collectionType, inputType }
}
