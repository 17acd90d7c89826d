import type * as Model from '@content-api/model'
import type { Registry, SchemaSources } from '@content-api/model'
import type * as GraphQL from 'graphql'
import type { ApiVersion, ContentModel } from './content-model.js'
import { fetchJSON } from './fetch-json.js'
import { fromRegistry } from './from-registry.js'
import { withLocales } from './locales.js'
import { loadProjectRegistry } from './project-registry.js'

/** Where the content model comes from: exactly one of `project`, `server` and `graphql`. */
export interface ModelSource {
  /** The folder of a project, which holds `src/api` and `src/components`. */
  readonly project?: string | undefined
  /** The address of a running content-api server in development, which serves its model. */
  readonly server?: string | undefined
  /** The address of any deployment's GraphQL endpoint. The generated file lists what introspection doesn't show. */
  readonly graphql?: string | undefined
  /** A bearer token for the server, the endpoint and the address of `locales`. */
  readonly token?: string | undefined
  /**
   * The version of the API. Default: the version of Strapi in the `package.json` of the `project`, otherwise
   * `strapi4`. A `graphql` schema shows its version.
   */
  readonly api?: ApiVersion | undefined
  /**
   * The codes of the locales, or the address of a server that lists them at `/api/i18n/locales`. Default: any
   * string.
   */
  readonly locales?: readonly string[] | string | undefined
}

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
  return withLocales(await readTypes(source), source.locales, source.token)
}

async function readTypes({ project, server, graphql, token, api }: ModelSource): Promise<ContentModel> {
  expectOneSource({ project, server, graphql })
  if (project !== undefined) {
    const model = await importModel()
    const { registry, notes } = await loadProjectRegistry(project, model)
    const isStrapi5 = (model.strapiVersionOf(project)?.major ?? 4) >= 5
    return { ...fromRegistry(registry, { api: api ?? (isStrapi5 ? 'strapi5' : 'strapi4') }), notes }
  }
  if (server !== undefined) return fromRegistry(await fetchRegistry(server, token), { api: api ?? 'strapi4' })
  const schema = await fetchSchema(graphql ?? '', token)
  // Imported lazily, because it needs graphql, an optional package.
  const { fromGraphQL } = await import('./from-graphql.js')
  return fromGraphQL(schema)
}

function expectOneSource(sources: Readonly<Record<string, string | undefined>>): void {
  const named = Object.keys(sources).filter((name) => sources[name] !== undefined)
  if (named.length === 1) return
  throw new TypeError(
    `Name one source of the content model: project, server or graphql. Got ${named.join(', ') || 'none'}.`,
  )
}

/** Imports an optional package: applications don't need it at run time. */
async function importModel(): Promise<Pick<typeof Model, 'createRegistry' | 'loadProject' | 'strapiVersionOf'>> {
  try {
    return await import('@content-api/model')
  } catch (cause) {
    throw new Error('Reading content types needs @content-api/model: npm install --save-dev @content-api/model', {
      cause,
    })
  }
}

/** Imports an optional package: only the `graphql` source needs it. */
async function importGraphQL(): Promise<typeof GraphQL> {
  try {
    return await import('graphql')
  } catch (cause) {
    throw new Error('Reading a GraphQL schema needs graphql: npm install --save-dev graphql', { cause })
  }
}

async function fetchRegistry(server: string, token?: string): Promise<Registry> {
  const url = `${server.replace(/\/$/, '')}/content-api/model.json`
  const response = await fetchJSON(url, token)
  if (typeof response !== 'object' || response === null || !('contentTypes' in response)) {
    throw new Error(`${url} responded without { contentTypes }: is it a content-api server in development?`)
  }
  const { createRegistry } = await importModel()
  return createRegistry(response as SchemaSources)
}

async function fetchSchema(endpoint: string, token?: string): Promise<GraphQL.GraphQLSchema> {
  const { buildClientSchema, getIntrospectionQuery } = await importGraphQL()
  const response = (await fetchJSON(endpoint, token, { query: getIntrospectionQuery() })) as {
    data?: Parameters<typeof buildClientSchema>[0]
    errors?: readonly { message: string }[]
  } | null
  if (!response?.data) {
    const reason = response?.errors?.[0]?.message ?? 'no data'
    throw new Error(
      `Introspection of ${endpoint} failed (${reason}). Servers usually disable it in production: name a development server.`,
    )
  }
  return buildClientSchema(response.data)
}
