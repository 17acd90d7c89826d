import type { Connection } from '@content-api/engine/database'
import type { ContentApi, createContentApi, Failure } from '../../../src/index.js'
import { content, sources } from './model.js'

/** A request; its line is written as `GET /api/papers`. */
export interface Sent {
  readonly line: string
  readonly body?: unknown
}

export interface TextResponse {
  readonly status: number
  readonly text: string
}

const crud = ['find', 'findOne', 'create', 'update', 'delete']
const users = 'plugin::users-permissions.user'

/** The permissions of each caller; `full` may do everything. */
const callers = {
  full: null,
  // May find neither vaults nor users.
  reader: [
    ...['paper', 'author', 'tag', 'chest', 'pin'].flatMap((name) =>
      crud.map((action) => `api::${name}.${name}.${action}`),
    ),
    'api::paper.paper.createLocalization',
    'plugin::upload.content-api.find',
  ],
  // May find users, but not their roles.
  clerk: ['find', 'findOne', 'count', 'update'].map((action) => `${users}.${action}`),
} as const

export type CallerName = keyof typeof callers

/** A service in which every entry has hidden data. It gets requests without a socket. */
export interface World {
  readonly failures: readonly Failure[]
  ask(caller: CallerName, sent: Sent): Promise<TextResponse>
  close(): Promise<void>
}

/** @param create creates the service, so that a mutated server can be tested in the same way */
export async function openWorld(
  create: typeof createContentApi,
  database: Connection,
  strictParams = true,
): Promise<World> {
  const failures: Failure[] = []
  const api: ContentApi = await create({
    ...sources,
    database,
    config: {
      permissions: { public: [], authenticated: [] },
      i18n: { locales: ['fr', 'de'] },
      api: { rest: { strictParams } },
      graphql: { config: { depthLimit: 30 } },
      auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
    },
    log: (failure) => void failures.push(failure),
  })
  await api.importEntries(content)
  const tokens = new Map<string, string>()
  for (const [name, permissions] of Object.entries(callers)) {
    const kind = permissions ? { type: 'custom' as const, permissions } : { type: 'full-access' as const }
    tokens.set(name, await api.accounts.createToken({ name, ...kind }))
  }
  return {
    failures,
    async ask(caller, { line, body }) {
      const [method = '', path = ''] = line.split(' ')
      const headers = { authorization: `Bearer ${tokens.get(caller)}`, 'content-type': 'application/json' }
      const content = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await api.fetch(new Request(`http://house.example${path}`, { method, headers, ...content }))
      return { status: response.status, text: await response.text() }
    },
    close: () => api.close(),
  }
}
