import { closest } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import {
  type ApiToken,
  type ApiTokenType,
  deleteApiToken,
  findApiToken,
  insertApiToken,
  readApiTokens,
} from '@content-api/engine/accounts'
import type { AnyDatabase } from '@content-api/engine/database'
import { digest, newSecret, sameDigest, strapiDigest } from '@content-api/core/secrets/digest'
import type { ApiTokens } from './account-store.js'
import { everything, type Grants, grantsOf, reading } from './grants.js'

export interface NewApiToken {
  readonly name: string
  readonly type: ApiTokenType
  readonly permissions?: readonly string[]
  readonly expiresAt?: Date | null
  /** The token itself; generated if absent. Pass an existing token if clients of a previous service still use it. */
  readonly accessKey?: string
}

/** The API tokens in the tables of this server. */
export const ownApiTokens: ApiTokens = {
  list: readApiTokens,
  find: (reader, accessKey) => findApiToken(reader, [digest(accessKey)]),
  insert: (transaction, { accessKey, ...token }) =>
    insertApiToken(transaction, { ...token, digest: digest(accessKey) }),
  delete: deleteApiToken,
}

/** Where tokens are stored. */
interface TokenStore {
  readonly database: AnyDatabase
  readonly tokens: ApiTokens
}

const minimumKeyLength = 16

/**
 * Creates a token.
 * @returns the token, which can't be read again because only its digest is stored
 * @throws ApiError ApplicationError if `accessKey` isn't a valid token or the name is taken
 */
export async function createApiToken({ database, tokens }: TokenStore, token: NewApiToken): Promise<string> {
  const { name, type, permissions = [], expiresAt = null, accessKey = newSecret() } = token
  if (accessKey.length < minimumKeyLength || !/^[\w~+/=-]+$/.test(accessKey)) {
    throw new ApiError(
      'ApplicationError',
      `An API token must be ${minimumKeyLength} or more letters, digits or characters of ~+/=_-`,
    )
  }
  await database.write(async (transaction) => {
    if ((await tokens.list(transaction)).some((it) => it.name === name)) {
      throw new ApiError('ApplicationError', `There is an API token "${name}" already`)
    }
    await tokens.insert(transaction, { name, type, permissions, expiresAt, accessKey })
  })
  return accessKey
}

/** Deletes a token. @throws ApiError NotFoundError if no token has this name */
export async function revokeApiToken({ database, tokens }: TokenStore, name: string): Promise<void> {
  await database.write(async (transaction) => {
    if (await tokens.delete(transaction, name)) return
    const near = closest(
      name,
      (await tokens.list(transaction)).map((it) => it.name),
    )
    throw new ApiError('NotFoundError', `There is no API token "${name}"${near ? `. Did you mean "${near}"?` : ''}`)
  })
}

/**
 * Returns the permissions of an API token. Known and unknown tokens take the same time: both need digests and
 * one index lookup.
 * @param salt `API_TOKEN_SALT` of the Strapi project whose tokens were imported
 * @throws ApiError UnauthorizedError if the token is unknown or expired
 */
export async function grantsOfApiToken(
  database: AnyDatabase,
  accessKey: string,
  salt: string | undefined,
): Promise<Grants> {
  const wanted = [digest(accessKey), ...(salt === undefined ? [] : [strapiDigest(accessKey, salt)])]
  const found = await findApiToken(database, wanted)
  if (!found || !wanted.some((one) => sameDigest(found.digest, one))) throw new ApiError('UnauthorizedError')
  return grantsOfStoredToken(found)
}

/** @throws ApiError UnauthorizedError if the token is expired */
export function grantsOfStoredToken({ type, permissions, expiresAt }: ApiToken): Grants {
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
    throw new ApiError('UnauthorizedError', 'Token expired')
  }
  return grantsOfType[type](permissions)
}

const grantsOfType: Readonly<Record<ApiTokenType, (permissions: readonly string[]) => Grants>> = {
  'read-only': () => reading,
  'full-access': () => everything,
  custom: grantsOf,
}
