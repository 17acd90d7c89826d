import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Connection } from '@content-api/engine/database'
import type { ConfigInput } from '@content-api/core/config/schema'
import type { Mail } from '@content-api/core/config/mail-provider'
import type { ExtensionOptions } from '@content-api/strapi-project/code/register-project'
import type { ContentApi } from '../../src/content-api.js'
import { createContentApi } from '../../src/service.js'

/** The model of the recorded Strapi project. */
const project = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

const collections = ['article', 'category', 'tag', 'author', 'detail', 'menu-item', 'specimen', 'note']
const actionsOf = (names: readonly string[], actions: readonly string[]) =>
  names.flatMap((name) => actions.map((action) => `api::${name}.${name}.${action}`))
const reading = ['find', 'findOne']
const everything = [...reading, 'create', 'update', 'delete']
const users = 'plugin::users-permissions'

/** The public reads, signed-in users write, editors do everything, as in the recorded Strapi project. */
export const permissions = {
  public: [...actionsOf(collections, reading), 'api::homepage.homepage.find', 'api::setting.setting.find'],
  authenticated: [
    ...actionsOf(collections, everything),
    'api::article.article.createLocalization',
    ...actionsOf(['homepage', 'setting'], ['find', 'update', 'delete']),
  ],
  editor: [
    ...actionsOf([...collections, 'memo'], everything),
    'api::article.article.createLocalization',
    ...actionsOf(['homepage', 'setting'], ['find', 'update', 'delete']),
    ...['find', 'findOne', 'count', 'create', 'update', 'destroy', 'me'].map((action) => `${users}.user.${action}`),
    ...[...reading, 'createRole', 'updateRole', 'deleteRole'].map((action) => `${users}.role.${action}`),
    `${users}.auth.changePassword`,
    `${users}.permissions.getPermissions`,
  ],
}

export const secret = 'a-secret-for-tests-of-more-than-32-bytes'
export const password = 'Passw0rd!'

export interface JsonResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // The tests compare members of responses, for which types would only repeat the model.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface TestService {
  readonly api: ContentApi
  readonly mails: Mail[]
  /** Sends a request. `line` is, for example, `GET /api/tags`; `token` is sent as a bearer token. */
  ask(
    line: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<JsonResponse>
  /** Returns a JWT for the user with this name, as after a sign-in. */
  tokenOf(name: string): Promise<string>
  /** Returns the code in the next mail. */
  nextCode(): Promise<string>
  close(): Promise<void>
}

export interface ServiceOptions extends ExtensionOptions {
  readonly connection: Connection
  readonly config?: ConfigInput
  /** False for a service with roles and without users. */
  readonly withUsers?: boolean
}

/** The users of a service. All have the same password. */
const people = [
  { username: 'alice', role: 'authenticated' },
  { username: 'bob', role: 'authenticated', blocked: true },
  { username: 'carol', role: 'authenticated', confirmed: false },
  { username: 'erin', role: 'editor' },
]

/**
 * Opens a service with the users alice (authenticated), bob (blocked), carol (unconfirmed) and erin (editor),
 * unless `withUsers` is false.
 */
export async function openService({
  connection,
  config = {},
  withUsers = true,
  ...extensions
}: ServiceOptions): Promise<TestService> {
  const mails: Mail[] = []
  const api = await createContentApi({
    project,
    ...extensions,
    database: connection,
    config: {
      permissions,
      i18n: { locales: ['fr'] },
      mail: { provider: { send: async (mail) => void mails.push(mail) } },
      ...config,
      auth: { jwt: { secret }, rateLimit: { attempts: 1_000 }, ...config.auth },
    },
  })
  const ids = new Map<string, number>()
  if (withUsers) {
    for (const { username, ...rest } of people) {
      const { id } = await api.accounts.createUser({ username, email: `${username}@example.com`, password, ...rest })
      ids.set(username, id)
    }
  }
  let read = 0
  return {
    api,
    mails,
    async ask(line, { token, body, headers = {} } = {}) {
      const [method = '', path = ''] = line.split(' ')
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      const response = await api.fetch(
        new Request(`http://service.example${path}`, {
          method,
          headers: {
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: sent }),
        }),
      )
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : undefined,
      }
    },
    tokenOf: (name) => api.accounts.signIn(ids.get(name) as number),
    async nextCode() {
      await expect.poll(() => mails.length).toBeGreaterThan(read)
      const mail = mails[read++]
      const code = /[0-9a-f]{75}/.exec(mail?.text ?? '')?.[0]
      if (code === undefined) throw new Error(`No mail with a code: ${JSON.stringify(mail)}`)
      return code
    },
    close: () => api.close(),
  }
}
