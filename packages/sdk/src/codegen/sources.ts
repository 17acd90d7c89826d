import type * as Model from '@content-api/model'
import type { Registry, SchemaSources } from '@content-api/model'
import type * as GraphQL from 'graphql'
import type { ContentModel } from './content-model.js'
import { fromRegistry } from './from-registry.js'

/** Where the content model comes from: one of these. */
export interface ModelSource {
  /** The folder of a project, which holds `src/api` and `src/components`. */
  readonly project?: string
  /** The address of a running content-api server in development, which serves its model. */
  readonly server?: string
  /** The address of any deployment's GraphQL endpoint. The generated file lists what introspection doesn't show. */
  readonly graphql?: string
  /** A bearer token for the server or the endpoint. */
  readonly token?: string
}

const TIMEOUT = 30_000

/**
 * Reads the content model of a project, a server or a GraphQL endpoint.
 *
 * @throws TypeError unless exactly one source is named
 * @throws Error when the source can't be read or a package that it needs is missing
 *
 * @example
 * ```ts
 * import { readContentModel } from '@content-api/sdk/codegen'
 *
 * const { collections } = await readContentModel({ server: 'http://localhost:1337', token: 'an-api-token' })
 * console.log([...collections.keys()])
 * ```
 */
export async function readContentModel(source: ModelSource): Promise<ContentModel> {
  const given = (['project', 'server', 'graphql'] as const).filter((key) => source[key] !== undefined)
  if (given.length !== 1) {
    throw new TypeError(
      `Name one source of the content model, project, server or graphql; given: ${given.join(', ') || 'none'}.`,
    )
  }
  if (source.project !== undefined) {
    const { loadProject } = await importModel()
    return fromRegistry(await loadProject(source.project))
  }
  if (source.server !== undefined) return fromRegistry(await fetchRegistry(source.server, source.token))
  const schema = await fetchSchema(source.graphql ?? '', source.token)
  const { fromGraphQL } = await import('./from-graphql.js')
  return fromGraphQL(schema)
}

/** Optional: applications don't need it at run time. */
async function importModel(): Promise<Pick<typeof Model, 'createRegistry' | 'loadProject'>> {
  try {
    return await import('@content-api/model')
  } catch (cause) {
    throw new Error('Reading content types needs @content-api/model: npm install --save-dev @content-api/model', {
      cause,
    })
  }
}

/** Optional: only `--graphql` needs it. */
async function importGraphQL(): Promise<typeof GraphQL> {
  try {
    return await import('graphql')
  } catch (cause) {
    throw new Error('Reading a GraphQL schema needs graphql: npm install --save-dev graphql', { cause })
  }
}

async function fetchRegistry(server: string, token?: string): Promise<Registry> {
  const url = `${server.replace(/\/$/, '')}/content-api/model.json`
  const response = (await fetchJSON(url, token)) as SchemaSources
  if (typeof response !== 'object' || response === null || !('contentTypes' in response)) {
    throw new Error(`${url} responded without { contentTypes }: is it a content-api server in development?`)
  }
  const { createRegistry } = await importModel()
  return createRegistry(response)
}

async function fetchSchema(endpoint: string, token?: string): Promise<GraphQL.GraphQLSchema> {
  const { buildClientSchema, getIntrospectionQuery } = await importGraphQL()
  const response = (await fetchJSON(endpoint, token, { query: getIntrospectionQuery() })) as {
    data?: Parameters<typeof buildClientSchema>[0]
    errors?: readonly { message: string }[]
  }
  if (!response.data) {
    const reason = response.errors?.[0]?.message ?? 'no data'
    throw new Error(`${endpoint} can't be introspected (${reason}): it is usually switched off in production.`)
  }
  return buildClientSchema(response.data)
}

async function fetchJSON(url: string, token?: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((cause: unknown) => {
    throw new Error(`${url} can't be reached: is the server running?`, { cause })
  })
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new Error(`${url} responded with ${response.status} and no JSON.`, { cause })
  }
}
