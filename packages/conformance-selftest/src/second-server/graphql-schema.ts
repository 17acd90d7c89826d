import {
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql'
import type { Accounts } from './accounts.js'
import { demand, publicCaller } from './callers.js'
import { type Entries, entryScope } from './entries.js'
import type { Extensions } from './extensions.js'
import { type Args, createEntryTypes, cut, type Field, translated } from './graphql-entry-types.js'
import { camel, nameOf } from './graphql-inputs.js'
import { LocaleCode, LoginInput, LoginPayload, PublicationState, RegisterInput } from './graphql-types.js'
import { RequestError } from './request-error.js'
import type { Schema } from './schema.js'
import type { Row } from './store.js'

/** Returns a schema with the types, queries and mutations of every content type. */
export function buildSchema(entries: Entries, accounts: Accounts, extensions: Extensions): GraphQLSchema {
  const { store } = entries
  const { listArguments, attributesType, responseType, collectionType, inputType } = createEntryTypes(
    entries,
    extensions,
  )

  const found = (schema: Schema, id: unknown, preview: boolean): Row | null => {
    try {
      return entries.one(schema, String(id), entryScope(store, publicCaller, preview).shows)
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return null
      throw error
    }
  }

  const queryFields: Record<string, Field> = {}
  const mutationFields: Record<string, Field> = {}
  const locale: GraphQLFieldConfigArgumentMap = { locale: { type: LocaleCode } }

  for (const schema of store.model.types.values()) {
    const name = nameOf(schema)
    const response = responseType(schema)
    const local = schema.localized ? locale : {}
    queryFields[camel(schema.singular)] = {
      type: response,
      args: schema.single
        ? local
        : {
            id: { type: GraphQLID },
            ...local,
            ...(schema.drafts ? { publicationState: { type: PublicationState, defaultValue: 'live' } } : {}),
          },
      resolve: (_, args: Args, caller) => {
        demand(caller, schema.uid, 'findOne')
        return { row: found(schema, args['id'], args['publicationState'] === 'preview') }
      },
    }
    if (!schema.single) {
      queryFields[camel(schema.plural)] = {
        type: collectionType(schema),
        args: { ...listArguments(schema), ...local },
        resolve: (_, args: Args, caller) => {
          demand(caller, schema.uid, 'find')
          const scope = entryScope(store, caller, args['publicationState'] === 'preview')
          return cut(
            entries.find(
              schema,
              { filters: translated(args['filters'], schema, store), sort: args['sort'], locale: args['locale'] },
              scope,
            ),
            args['pagination'] ?? {},
          )
        },
      }
      mutationFields[`create${name}`] = {
        type: response,
        args: { data: { type: new GraphQLNonNull(inputType(schema)) }, ...local },
        resolve: (_, args: Args, caller) => {
          demand(caller, schema.uid, 'create')
          return { row: entries.create(schema, args['data'], caller, false) }
        },
      }
    }
    const id: GraphQLFieldConfigArgumentMap = schema.single ? {} : { id: { type: new GraphQLNonNull(GraphQLID) } }
    mutationFields[`update${name}`] = {
      type: response,
      args: { ...id, data: { type: new GraphQLNonNull(inputType(schema)) }, ...local },
      resolve: (_, args: Args, caller) => {
        demand(caller, schema.uid, 'update')
        const row = found(schema, args['id'], true)
        return { row: row && entries.update(row, args['data'], caller) }
      },
    }
    mutationFields[`delete${name}`] = {
      type: response,
      args: { ...id, ...local },
      resolve: (_, args: Args, caller) => {
        demand(caller, schema.uid, 'delete')
        const row = found(schema, args['id'], true)
        if (row) store.remove(row)
        return { row }
      },
    }
    const fieldsOf = {
      findOne: camel(schema.singular),
      find: camel(schema.plural),
      create: `create${name}`,
      update: `update${name}`,
      delete: `delete${name}`,
    }
    for (const [action, field] of Object.entries(fieldsOf)) {
      if (extensions.shadowCRUD(schema.uid).isActionEnabled(action)) continue
      delete queryFields[field]
      delete mutationFields[field]
    }
  }

  mutationFields['register'] = {
    type: new GraphQLNonNull(LoginPayload),
    args: { input: { type: new GraphQLNonNull(RegisterInput) } },
    resolve: (_, args: Args) => accounts.register(args['input']),
  }
  mutationFields['login'] = {
    type: new GraphQLNonNull(LoginPayload),
    args: { input: { type: new GraphQLNonNull(LoginInput) } },
    resolve: (_, args: Args) => accounts.login(args['input']),
  }

  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: queryFields }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: mutationFields }),
    types: [...store.model.components.values()].map(attributesType),
  })
}
