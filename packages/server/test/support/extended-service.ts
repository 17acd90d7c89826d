// The tests read members of responses and use the builders of nexus, for which types would only repeat the query.
// oxlint-disable typescript/no-explicit-any
import type { ExtensionHost, ExtensionService, Register } from '@content-api/strapi-project/code/project-types'
import type { ExtensionOptions } from '@content-api/strapi-project/code/register-project'
import { sourcesOf } from '../../src/http/model-document.js'
import { type ContentApi, type ContentApiOptions, createContentApi } from '../../src/index.js'
import { registry } from './plan-context.js'
import { content } from './reading-room.js'
import { permissions, secret } from './service.js'

/** A service with extensions, and credentials of every kind. */
export interface ExtendedService {
  readonly api: ContentApi
  /** Sends a document, with the token of a user or an API token. */
  ask(
    query: string,
    token?: string,
    variables?: Readonly<Record<string, unknown>>,
  ): Promise<{ data?: any; errors?: any[] }>
  readonly alice: string
  readonly everything: string
  readonly reading: string
}

/** @param costLimit the number of entries that a GraphQL request may contain */
export async function openExtended({
  costLimit = 20_000,
  ...options
}: ExtensionOptions &
  Pick<ContentApiOptions, 'database'> & { readonly costLimit?: number } = {}): Promise<ExtendedService> {
  const api = await createContentApi({
    ...sourcesOf(registry),
    database: ':memory:',
    config: {
      permissions,
      i18n: { locales: ['fr'] },
      auth: { jwt: { secret } },
      graphql: { config: { depthLimit: 12, costLimit } },
    },
    development: true,
    // Errors that resolvers throw on purpose are not logged.
    log: () => undefined,
    ...options,
  })
  await api.importEntries(content)
  const { id } = await api.accounts.createUser({
    username: 'alice',
    email: 'alice@example.com',
    password: 'Passw0rd!',
    role: 'authenticated',
  })
  const token = async (type: 'full-access' | 'read-only') => api.accounts.createToken({ name: type, type })
  return {
    api,
    async ask(query, bearer, variables) {
      const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
      const response = await api.fetch(
        new Request('http://service.example/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...authorization },
          body: JSON.stringify({ query, variables }),
        }),
      )
      return response.json()
    },
    alice: await api.accounts.signIn(id),
    everything: await token('full-access'),
    reading: await token('read-only'),
  }
}

/** Returns a `register` function that only gets the extension service. */
export const extend =
  (work: (extension: ExtensionService) => void): Register =>
  ({ strapi }: { strapi: ExtensionHost }) =>
    work(strapi.plugin('graphql').service('extension'))
