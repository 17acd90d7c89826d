import {
  execute,
  GraphQLEnumType,
  GraphQLError,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLBoolean,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  parse,
  validate,
} from 'graphql'
import { type Caller, demand } from '../second-server/callers.js'
import { Extensions } from '../second-server/extensions.js'
import { compileFilters, type Scope } from '../second-server/filters.js'
import { flat } from '../second-server/form.js'
import { cut, translated } from '../second-server/graphql-entry-types.js'
import { camel, createInputTypes, nameOf, once, pascal } from '../second-server/graphql-inputs.js'
import { LocaleCode, Pagination, PaginationArg, scalarOf } from '../second-server/graphql-types.js'
import { compileSort } from '../second-server/ordering.js'
import { RequestError } from '../second-server/request-error.js'
import {
  type Attribute,
  isLink,
  isToMany,
  linkAttributes,
  type Schema,
  valueAttributes,
} from '../second-server/schema.js'
import type { Row } from '../second-server/store.js'
import type { Documents } from './documents.js'
import { documentScope, publicationFilters } from './parameters.js'

type Args = Readonly<Record<string, unknown>>

/** An entry, or a component of it, with the versions that the query sees. */
interface Source {
  readonly row: Pick<Row, 'values'>
  readonly scope: Scope
}
type Field = GraphQLFieldConfig<unknown, Caller>

const PublicationStatus = new GraphQLEnumType({
  name: 'PublicationStatus',
  values: { DRAFT: { value: 'draft' }, PUBLISHED: { value: 'published' } },
})
const PublicationFilter = new GraphQLEnumType({
  name: 'PublicationFilter',
  values: Object.fromEntries(publicationFilters.map((value) => [value.toUpperCase().replaceAll('-', '_'), { value }])),
})
const DeleteMutationResponse = new GraphQLObjectType({
  name: 'DeleteMutationResponse',
  fields: { documentId: { type: new GraphQLNonNull(GraphQLID) } },
})

const status = { status: { type: PublicationStatus, defaultValue: 'published' } }
const publication = {
  hasPublishedVersion: { type: GraphQLBoolean },
  publicationFilter: { type: PublicationFilter },
}
const listOf = (type: GraphQLObjectType) => new GraphQLNonNull(new GraphQLList(type))

/** The GraphQL endpoint for the same documents. */
export class DocumentGraphql {
  readonly #schema: GraphQLSchema

  constructor(documents: Documents) {
    this.#schema = buildSchema(documents)
  }

  async respond(body: unknown, caller: Caller): Promise<unknown> {
    const { query, variables } = (body ?? {}) as { query?: unknown; variables?: Record<string, unknown> }
    try {
      const document = parse(String(query))
      const errors = validate(this.#schema, document)
      if (errors.length > 0) return { errors }
      return await execute({
        schema: this.#schema,
        document,
        contextValue: caller,
        ...(variables ? { variableValues: variables } : {}),
      })
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] }
      throw error
    }
  }
}

function buildSchema(documents: Documents): GraphQLSchema {
  const { store } = documents
  const { filtersInput, inputType } = createInputTypes(store, new Extensions())
  const objects = new Map<string, GraphQLObjectType>()
  const object = (name: string, fields: () => Record<string, Field>) =>
    once(objects, name, () => new GraphQLObjectType({ name, fields }))

  const listArguments = (schema: Schema): GraphQLFieldConfigArgumentMap => ({
    filters: { type: filtersInput(schema) },
    pagination: { type: PaginationArg, defaultValue: {} },
    sort: { type: new GraphQLList(GraphQLString), defaultValue: [] },
  })

  /** Returns the targets of a relation that the query sees. */
  const targetsOf = ({ row, scope }: Source, name: string, attribute: Attribute, args: Args): Source[] => {
    const schema = store.schemaOf(attribute.target)
    demand(scope.caller, schema.uid, 'find')
    const matches = compileFilters(schema, translated(args['filters'], schema, store), scope)
    const rows = store.linked(row, name, attribute).filter((one) => scope.shows(one) && matches(one))
    const sort = Array.isArray(args['sort']) && args['sort'].length > 0 ? args['sort'] : undefined
    const sorted = sort ? rows.toSorted(compileSort(schema, sort, scope)) : rows
    return cut(sorted, args['pagination'] ?? {}).rows.map((one) => ({ row: one, scope }))
  }

  const relationFields = (name: string, attribute: Attribute): [string, Field][] => {
    const schema = store.schemaOf(attribute.target)
    if (!isToMany(attribute))
      return [
        [
          name,
          {
            type: entryType(schema),
            resolve: (source, args: Args) => targetsOf(source as Source, name, attribute, args)[0] ?? null,
          },
        ],
      ]
    const args = listArguments(schema)
    const resolve = (source: unknown, given: Args) => targetsOf(source as Source, name, attribute, given)
    const nodes = object(`${nameOf(schema)}RelationResponseCollection`, () => ({
      nodes: { type: listOf(entryType(schema)), resolve: (found) => found },
    }))
    return [
      [name, { type: listOf(entryType(schema)), args, resolve }],
      [`${name}_connection`, { type: nodes, args, resolve }],
    ]
  }

  const componentField = (name: string, attribute: Attribute): Field => {
    const inside = ({ scope }: Source, values: unknown) =>
      values === null || values === undefined ? null : { row: { values: values as Row['values'] }, scope }
    const all = (source: unknown) => {
      const value = (source as Source).row.values[name]
      return Array.isArray(value) ? value.map((one: unknown) => inside(source as Source, one)) : []
    }
    if (attribute.type === 'dynamiczone') {
      const union = new GraphQLUnionType({
        name: `${pascal(name)}DynamicZone`,
        types: (attribute.components ?? []).map((uid) => entryType(store.schemaOf(uid))),
        resolveType: ({ row }: Source) => nameOf(store.schemaOf(String(row.values['__component']))),
      })
      return { type: new GraphQLList(union), resolve: all }
    }
    const type = entryType(store.schemaOf(attribute.component))
    if (attribute.repeatable) return { type: new GraphQLList(type), resolve: all }
    return { type, resolve: (source) => inside(source as Source, (source as Source).row.values[name]) }
  }

  const entryType = (schema: Schema): GraphQLObjectType =>
    object(nameOf(schema), () =>
      Object.fromEntries([
        ...Object.entries(valueAttributes(schema))
          .filter(([name]) => schema.component || name !== 'id')
          .map(([name, attribute]): [string, Field] => [
            name,
            {
              type: name === 'id' || name === 'documentId' ? new GraphQLNonNull(GraphQLID) : scalarOf(attribute),
              resolve: (source) => (source as Source).row.values[name] ?? null,
            },
          ]),
        ...Object.entries(linkAttributes(schema)).flatMap(([name, attribute]): [string, Field][] => {
          if (attribute.type === 'relation') return relationFields(name, attribute)
          return isLink(attribute) && attribute.type !== 'media' ? [[name, componentField(name, attribute)]] : []
        }),
      ]),
    )

  const queryFields: Record<string, Field> = {}
  const mutationFields: Record<string, Field> = {}
  for (const schema of store.model.types.values()) {
    const name = nameOf(schema)
    const type = entryType(schema)
    const locale: GraphQLFieldConfigArgumentMap = schema.localized ? { locale: { type: LocaleCode } } : {}
    const byId: GraphQLFieldConfigArgumentMap = schema.single
      ? {}
      : { documentId: { type: new GraphQLNonNull(GraphQLID) } }
    const data = { data: { type: new GraphQLNonNull(inputType(schema)) } }
    const scopeOf = (args: Args, caller: Caller) => documentScope(store, caller, flat, args)
    const versionOf = (args: Args) => ({ locale: args['locale'], draft: args['status'] === 'draft' })
    const idOf = (args: Args) => String(args['documentId'] ?? store.all(schema)[0]?.values['documentId'])
    queryFields[camel(schema.singular)] = {
      type,
      args: { ...byId, ...status, ...publication, ...locale },
      resolve: (_, args: Args, caller) => {
        demand(caller, schema.uid, schema.single ? 'find' : 'findOne')
        const scope = scopeOf(args, caller)
        const row = documents.single(schema, { locale: args['locale'] }, scope, idOf(args))
        return row ? { row, scope } : null
      },
    }
    if (!schema.single) {
      const args = { ...listArguments(schema), ...status, ...publication, ...locale }
      const page = (given: Args, caller: Caller) => {
        demand(caller, schema.uid, 'find')
        const scope = scopeOf(given, caller)
        const filters = translated(given['filters'], schema, store)
        const found = documents.find(schema, { filters, sort: given['sort'], locale: given['locale'] }, scope)
        const { rows, pagination } = cut(found, given['pagination'] ?? {})
        return { nodes: rows.map((row) => ({ row, scope })), pageInfo: pagination }
      }
      queryFields[camel(schema.plural)] = {
        type: listOf(type),
        args,
        resolve: (_, given: Args, caller) => page(given, caller).nodes,
      }
      queryFields[`${camel(schema.plural)}_connection`] = {
        type: object(`${name}EntityResponseCollection`, () => ({
          nodes: { type: listOf(type) },
          pageInfo: { type: new GraphQLNonNull(Pagination) },
        })),
        args,
        resolve: (_, given: Args, caller) => page(given, caller),
      }
      mutationFields[`create${name}`] = {
        type,
        args: { ...status, ...data, ...locale },
        resolve: (_, given: Args, caller) => {
          demand(caller, schema.uid, 'create')
          return {
            row: documents.create(schema, given['data'], caller, versionOf(given)),
            scope: scopeOf(given, caller),
          }
        },
      }
    }
    mutationFields[`update${name}`] = {
      type,
      args: { ...byId, ...status, ...data, ...locale },
      resolve: (_, given: Args, caller) => {
        demand(caller, schema.uid, 'update')
        try {
          const row = documents.update(schema, idOf(given), given['data'], caller, versionOf(given))
          return { row, scope: scopeOf(given, caller) }
        } catch (error) {
          if (error instanceof RequestError && error.status === 404) return null
          throw error
        }
      },
    }
    mutationFields[`delete${name}`] = {
      type: DeleteMutationResponse,
      args: { ...byId, ...locale },
      resolve: (_, given: Args, caller) => {
        demand(caller, schema.uid, 'delete')
        documents.remove(schema, idOf(given), given['locale'])
        return { documentId: idOf(given) }
      },
    }
  }
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: queryFields }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: mutationFields }),
    types: [...store.model.components.values()].map(entryType),
  })
}
