import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  GraphQLUnionType,
} from 'graphql'
import { isRecord } from '../is-record.js'
import { type Caller, demand } from './callers.js'
import { type Entries, entryScope } from './entries.js'
import type { Extensions } from './extensions.js'
import { createInputTypes, nameOf, once, pascal } from './graphql-inputs.js'
import { PaginationArg, PublicationState, ResponseCollectionMeta, scalarOf } from './graphql-types.js'
import { invalid } from './request-error.js'
import { type Attribute, isLink, isToMany, type Schema, valueAttributes } from './schema.js'
import type { Row, Store } from './store.js'

export type Args = Readonly<Record<string, unknown>>
export type Field = GraphQLFieldConfig<unknown, Caller>

const defaultSize = 10
const amountLimit = 100

/** Converts filters of GraphQL to filters of REST: operators get their $ sign. */
export function translated(filters: unknown, schema: Schema, store: Store): unknown {
  if (!isRecord(filters)) return filters
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      if (name === 'and' || name === 'or')
        return [`$${name}`, (value as unknown[]).map((one) => translated(one, schema, store))]
      if (name === 'not') return ['$not', translated(value, schema, store)]
      const attribute = schema.attributes[name]
      if (attribute && isLink(attribute))
        return [name, translated(value, store.schemaOf(attribute.target ?? attribute.component), store)]
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
  const { shown, filtersInput, inputType } = createInputTypes(store, extensions)
  const object = (name: string, fields: () => Record<string, Field>) =>
    once(objects, name, () => new GraphQLObjectType({ name, fields }))

  const listArguments = (schema: Schema): GraphQLFieldConfigArgumentMap => ({
    filters: { type: filtersInput(schema) },
    pagination: { type: PaginationArg, defaultValue: {} },
    sort: { type: new GraphQLList(GraphQLString), defaultValue: [] },
    ...(schema.drafts ? { publicationState: { type: PublicationState, defaultValue: 'live' } } : {}),
  })

  const linkField = (name: string, attribute: Attribute): Field => {
    if (attribute.type === 'relation') {
      const schema = store.schemaOf(attribute.target)
      const rowsOf = (row: Row, args: Args, caller: Caller) => {
        demand(caller, schema.uid, 'find')
        const preview = args['publicationState'] === 'preview'
        const wanted = new Set(
          entries.find(
            schema,
            {
              filters: translated(args['filters'], schema, store),
              sort: args['sort'],
              locale: schema.localized ? 'all' : undefined,
            },
            entryScope(store, caller, preview),
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
      const members = (attribute.components ?? []).map((uid) => attributesType(store.schemaOf(uid)))
      const union = new GraphQLUnionType({
        name: `${pascal(name)}DynamicZone`,
        types: members,
        resolveType: (item: { values: Record<string, unknown> }) =>
          nameOf(store.schemaOf(String(item.values['__component']))),
      })
      return {
        type: new GraphQLList(union),
        resolve: (row) => ((row as Row).values[name] as unknown[]).map((values) => ({ values })),
      }
    }
    const type = attributesType(store.schemaOf(attribute.component))
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

  return { listArguments, attributesType, responseType, collectionType, inputType }
}
