import { existsSync, readFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import {
  auth,
  createClient,
  type Extension,
  graphql,
  inFirstLocale,
  locales,
  type RequestOptions,
  type TransportOptions,
  upload,
  users,
} from '../../src/index.js'
import { files, strapi5 } from '../../src/strapi5/index.js'
import type { ContentTypes, User } from '../fixtures/strapi5/content-types.gen.js'
import { lackingIn } from './lacking.js'

export { expect, inFirstLocale }

function variable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. Run \`pnpm verify:long --only strapi5-sdk\`.`)
  return value
}

/** The real Strapi 5 that the scenarios run against. */
export const strapi = {
  url: variable('STRAPI5_URL'),
  version: variable('STRAPI5_VERSION'),
  /** Whether its logins are refresh sessions. */
  hasSessions: variable('STRAPI5_LOGINS') === 'refresh',
  /** A token with full access. */
  token: variable('STRAPI5_TOKEN'),
  mails: variable('STRAPI5_MAILS'),
  /** The secret of the tokens of users. */
  jwtSecret: variable('STRAPI5_JWT_SECRET'),
}

/** The page of the application that the project configures for the provider. Nobody serves it. */
export const page = 'http://127.0.0.1/signed-in'

/** The user that the project creates. */
export const alice = { identifier: 'alice', password: 'Passw0rd!' }

/** Defines a scenario. It must fail in a version of Strapi that lacks what it needs. */
export function scenario(name: string, run: () => Promise<void>): void {
  const define = Object.hasOwn(lackingIn(strapi.version), name) ? it.fails : it
  define(name, run)
}

const options = {
  baseURL: strapi.url,
  api: strapi5({ draftRoutes: true }),
  defaults: { retry: 0 } satisfies RequestOptions,
} as const

/** Returns a client with full access and all extensions. */
export const editor = () =>
  createClient<ContentTypes>({ ...options, token: strapi.token })
    .with(files())
    .with(upload())
    .with(users<User>())
    .with(locales())
    .with(graphql())

/** Returns a client without a token, with one extension. */
export const withExtension = <Added extends object>(
  extension: Extension<Added>,
  transport: Pick<TransportOptions, 'fetch'> = {},
) => createClient<ContentTypes>({ ...options, ...transport }).with(extension)

/** Returns a client without a token. */
export const visitor = () => withExtension(auth<User>())

const readMails = (): readonly string[] =>
  existsSync(strapi.mails) ? readFileSync(strapi.mails, 'utf8').trim().split('\n').filter(Boolean) : []

let mailsRead = readMails().length

/**
 * Returns the code of the next mail. Strapi writes it before it responds, this server after that, so that the
 * time of a response doesn't reveal whether there is such a user.
 */
export async function nextMailCode(): Promise<string> {
  const changes = watch(dirname(strapi.mails), { signal: AbortSignal.timeout(10_000) })[Symbol.asyncIterator]()
  try {
    while (readMails().length <= mailsRead) await changes.next()
  } finally {
    await changes.return?.()
  }
  return /[0-9a-f]{40,}/.exec(readMails()[mailsRead++] ?? '')?.[0] ?? ''
}
