import * as z from 'zod/v4'
import { sdkCode } from '@content-api/explorer/sdk-code'
import type { ExplorerType } from '@content-api/explorer/protocol'
import { describeType, describeTypes, findType } from './describe-model.js'
import { graphqlFailure, type GraphqlRequest, graphqlSent } from './graphql-request.js'
import { anyObject, entryQuery, listQuery, pathWith, queryOf, sameQuery } from './query.js'
import { mostCharacters, type Sent, type ServiceClient } from './service-client.js'
import { textOf, type Tool, tool, type ToolContext, type ToolResult } from './tool.js'
import { ToolError } from './tool-error.js'

export const typeName = z.string().describe('Name of a type from list_types, such as "articles"')
export const entryId = z.union([z.int(), z.string()]).describe('Id, or documentId in Strapi 5 projects')

export type EntryId = z.infer<typeof entryId>

const reads = (title: string) => ({ title, readOnlyHint: true })

const graphqlRequest = {
  query: z.string().describe('A GraphQL document with queries only'),
  variables: anyObject.optional(),
  operationName: z.string().optional(),
}

const restPath = z.string().describe('Path with query string, such as "/api/articles?filters[title][$eq]=Tea"')

/** The tools that change nothing. */
export const readTools: readonly Tool[] = [
  tool({
    name: 'list_types',
    description:
      'Lists the content types with their attributes, numbers of entries and the actions that this identity may use. Call it first.',
    input: z.strictObject({}),
    annotations: reads('List content types'),
    run: async (_, { client, signal }) => describeTypes(await client.model(signal)),
  }),
  tool({
    name: 'describe_type',
    description:
      'Describes one content type: attributes with their types and constraints, targets of relations, components, GraphQL names. Also takes the uid of a component.',
    input: z.strictObject({ type: typeName }),
    annotations: reads('Describe a content type'),
    run: async ({ type }, { client, signal }) => describeType(await client.model(signal), type),
  }),
  tool({
    name: 'find_entries',
    description: 'Finds entries of a collection type. Returns the request, the entries and the pagination.',
    input: z.strictObject({ type: typeName, ...listQuery }),
    annotations: reads('Find entries'),
    async run({ type: name, ...query }, { client, signal }) {
      const type = findType(await client.model(signal), name)
      if (type.kind === 'singleType') throw new ToolError(`${name} has one entry. Use get_entry.`)
      return read(client, pathWith(type.path, queryOf(query)), signal)
    },
  }),
  tool({
    name: 'get_entry',
    description: 'Reads one entry of a collection type by id, or the entry of a single type.',
    input: z.strictObject({ type: typeName, id: entryId.optional().describe('Not for single types'), ...entryQuery }),
    annotations: reads('Read an entry'),
    async run({ type: name, id, ...query }, { client, signal }) {
      const type = findType(await client.model(signal), name)
      return read(client, pathWith(entryPath(type, id), queryOf(query)), signal)
    },
  }),
  tool({
    name: 'run_rest',
    description: 'Sends a GET request to the REST interface, also to custom routes.',
    input: z.strictObject({ path: restPath }),
    annotations: reads('Send a GET request'),
    run: async ({ path }, { client, signal }) => read(client, await contentPath(client, path, signal), signal),
  }),
  tool({
    name: 'run_graphql',
    description: 'Runs a GraphQL query. describe_type returns the names of types and fields.',
    input: z.strictObject(graphqlRequest),
    annotations: reads('Run a GraphQL query'),
    async run(request, { client, signal }) {
      const reply = await client.send(await graphqlSent(client, request, signal), signal)
      const failure = await graphqlFailure(client, reply, signal)
      return failure === null ? textOf(reply) : { text: failure, isError: true }
    },
  }),
  tool({
    name: 'explain_query',
    description:
      'Runs a query and returns its estimated cost, which limits.queryCost limits, its SQL statements with their times, and the plans of the database. Takes the arguments of find_entries and an id for one entry, or a REST path, or a GraphQL query. Use it for slow queries and rejected costs.',
    input: z.strictObject({
      type: typeName.optional(),
      id: entryId.optional(),
      ...sameQuery,
      path: restPath.optional(),
      ...graphqlRequest,
      query: graphqlRequest.query.optional(),
      analyze: z.boolean().optional().describe('Runs the statements again and measures them'),
    }),
    annotations: reads('Explain a query'),
    run: explainQuery,
  }),
  tool({
    name: 'sdk_code',
    description:
      'Returns TypeScript that sends a query with @content-api/sdk. Takes the arguments of find_entries, and an id for one entry.',
    input: z.strictObject({ type: typeName, id: entryId.optional(), ...sameQuery }),
    annotations: reads('Write SDK code'),
    async run({ type: name, id, ...parameters }, { client, signal }) {
      const model = await client.model(signal)
      if (model.form === 'documents') throw new ToolError('sdk_code writes no code for Strapi 5 projects yet.')
      const type = findType(model, name)
      const target = { origin: client.origin, path: type.path, needsToken: !model.open }
      const { parts, missing } = sdkCode(
        id === undefined ? target : { ...target, id: Number(id) },
        type,
        queryOf(parameters),
        model,
      )
      if (missing.length === 0) return parts.map(({ text }) => text).join('\n\n')
      throw new ToolError(
        `The SDK can't express this query:\n${missing.map(({ part, reason }) => `${part}: ${reason}`).join('\n')}`,
      )
    },
  }),
]

async function read(client: ServiceClient, path: string, signal: AbortSignal): Promise<string> {
  const text = textOf(await client.send({ method: 'GET', path }, signal))
  return `{"request":${JSON.stringify(`GET ${path}`)},"response":${text || 'null'}}`
}

/** Returns the path of an entry. @throws ToolError if a collection type has no id, or a single type has one */
export function entryPath({ kind, path, singularName }: ExplorerType, id: EntryId | undefined): string {
  if (kind === 'singleType') {
    if (id === undefined) return path
    throw new ToolError(`${singularName} has one entry. Leave out the id.`)
  }
  if (id === undefined) throw new ToolError('Add the id of the entry.')
  return `${path}/${encodeURIComponent(id)}`
}

/**
 * Returns a path of the REST interface in its normal form.
 * @throws ToolError for other paths and hosts, such as the endpoints of developers, which need no permissions
 */
async function contentPath(client: ServiceClient, path: string, signal: AbortSignal): Promise<string> {
  const { api } = await client.model(signal)
  const base = new URL(client.origin)
  const url = URL.canParse(path, client.origin) ? new URL(path, client.origin) : null
  const isContent = url?.pathname.startsWith(`${api.prefix}/`) && !/^\/+content-api(\/|$)/.test(url.pathname)
  if (url?.origin === base.origin && isContent) return `${url.pathname}${url.search}`
  throw new ToolError(`The path must start with ${api.prefix}/`)
}

type Explained = {
  readonly [Name in keyof GraphqlRequest]?: GraphqlRequest[Name] | undefined
} & {
  readonly type?: string | undefined
  readonly id?: EntryId | undefined
  readonly path?: string | undefined
  readonly analyze?: boolean | undefined
}

/** The request that `explain_query` names in one of three ways. @throws ToolError for none or several */
async function explainedRequest(input: Omit<Explained, 'analyze'>, { client, signal }: ToolContext): Promise<Sent> {
  const { type: name, id, path, query, variables, operationName, ...parameters } = input
  if ([name, path, query].filter((one) => one !== undefined).length !== 1)
    throw new ToolError('Add one of type, path and query.')
  const [unused] = Object.keys({ ...(id !== undefined && { id }), ...queryOf(parameters) })
  if (name === undefined && unused !== undefined) throw new ToolError(`${unused} needs type.`)
  if (query !== undefined) return graphqlSent(client, { query, variables, operationName }, signal)
  if (path !== undefined) return { method: 'GET', path: await contentPath(client, path, signal) }
  const type = findType(await client.model(signal), name ?? '')
  return { method: 'GET', path: pathWith(id === undefined ? type.path : entryPath(type, id), queryOf(parameters)) }
}

async function explainQuery(
  { analyze = false, ...input }: Explained,
  { client, signal }: ToolContext,
): Promise<string | ToolResult> {
  const { query } = input
  const reply = await client.send(await explainedRequest(input, { client, signal }), signal)
  const failure = query === undefined ? null : await graphqlFailure(client, reply, signal)
  if (failure !== null) return { text: failure, isError: true }
  const { dialect, statements, dropped, withheld } = await client.statements(reply, analyze, signal)
  const text = JSON.stringify({
    cost: reply.cost,
    dialect,
    statements: statements.map(({ sql, parameters, milliseconds, plan }) => ({
      sql,
      parameters,
      milliseconds,
      plan: plan?.raw ?? null,
      ...(plan?.analyzed && { analyzed: plan.analyzed }),
    })),
    ...(dropped > 0 && { statementsNotKept: dropped }),
    ...(withheld > 0 && { statementsThatThisIdentityMayNotSee: withheld }),
  })
  return textOf({ ...reply, text: text.length > mostCharacters ? null : text })
}
