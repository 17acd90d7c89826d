import { isRecord } from '@content-api/model'
import type { Accounts } from '../auth/accounts.js'
import { isRevoked, signJwt, verifyJwt } from '../auth/jwt.js'
import { requestConfirmation } from '../auth/register.js'
import { createUser, deleteUser, updateUser } from '../auth/users.js'
import { ApiError } from '@content-api/engine/errors/api-error'
import { userType } from '@content-api/engine/plan/account-types'
import { readId } from '../query/raw-value.js'
import { verifyPassword } from '../secrets/password-hash.js'
import { findRole, readRoles } from '@content-api/engine/accounts/roles'
import { findUserById } from '@content-api/engine/accounts/users'
import type { EntityService } from './entity-service.js'
import { ExtensionError } from './extension-error.js'
import { guarded } from './guarded.js'

type Values = Readonly<Record<string, unknown>>

/** The user of a token, and the time when it was issued. */
interface TokenPayload {
  readonly id: number
  readonly iat: number
}

/** The supported services of the plugin users-permissions. */
export interface AccountServices {
  readonly jwt: {
    /**
     * Returns a token for the user `{ id }`, like a sign-in. The next password change or block ends it,
     * whatever the clocks of the servers show, if project code has read the user within the last minute.
     */
    issue(payload: { readonly id: unknown }, options?: { readonly expiresIn?: string }): string
    /** @throws ApiError UnauthorizedError */
    verify(token: string): Promise<TokenPayload>
    /** Returns the payload of the request's token, or null without a token. @throws ApiError UnauthorizedError */
    getToken(ctx: { get(name: string): string | undefined }): Promise<TokenPayload | null>
  }
  readonly user: {
    /** @param filters as in `strapi.entityService` */
    count(filters?: Values): Promise<number>
    fetch(id: number | string, parameters?: Values): Promise<Values | null>
    fetchAll(parameters?: Values): Promise<readonly Values[]>
    /** Returns a user with the role. */
    fetchAuthenticatedUser(id: number | string): Promise<Values | null>
    add(values: Values): Promise<Values>
    edit(id: unknown, values: Values): Promise<Values>
    remove(user: { readonly id: unknown }): Promise<Values | null>
    /** Sends a mail with a link that confirms the address. */
    sendConfirmationEmail(user: { readonly email: unknown }): Promise<void>
    /** Returns whether a password matches the hash of a user that `strapi.query` has read. */
    validatePassword(password: string, hash: unknown): Promise<boolean>
  }
  readonly role: {
    find(): Promise<readonly Values[]>
    findOne(id: unknown): Promise<Values>
  }
}

export function accountServices(accounts: () => Accounts, entityService: () => EntityService): AccountServices {
  const one = async (id: number | string, parameters: Values = {}) => entityService().findOne(userType, id, parameters)
  const verify = async (token: string): Promise<TokenPayload> => {
    const { jwt, config, database } = accounts().scope
    const claims = verifyJwt([jwt.secret, ...config.jwt.previousSecrets], token)
    const user = await findUserById(database, claims.userId)
    if (!user || isRevoked(claims, user.tokensValidFrom)) throw new ApiError('UnauthorizedError')
    return { id: claims.userId, iat: Math.floor(claims.issuedAt / 1000) }
  }
  return {
    jwt: guarded("strapi.plugin('users-permissions').service('jwt')", {
      issue(payload, options = {}) {
        const id = readId(payload.id)
        if (id === null) throw new ExtensionError('issue() needs the id of a user: issue({ id }).')
        const { jwt, epochs } = accounts().scope
        const since = epochs.known(id)
        if (since === undefined) epochs.noteUnstamped(id)
        return signJwt({ ...jwt, ...options }, id, since)
      },
      verify,
      async getToken(ctx) {
        const [scheme, token] = (ctx.get('authorization') ?? '').split(' ')
        return scheme?.toLowerCase() === 'bearer' && token ? verify(token) : null
      },
    }),
    user: guarded("strapi.plugin('users-permissions').service('user')", {
      count: (filters = {}) => entityService().count(userType, { filters }),
      fetch: one,
      fetchAll: (parameters = {}) => entityService().findMany(userType, parameters),
      fetchAuthenticatedUser: (id) => one(id, { populate: ['role'] }),
      async add(values) {
        const id = await createUser(accounts().scope, { provider: 'local', ...values })
        return (await one(id)) ?? {}
      },
      async edit(id, values) {
        const known = idOf(isRecord(id) ? id['id'] : id)
        await updateUser(accounts().scope, known, values)
        return (await one(known)) ?? {}
      },
      async remove({ id }) {
        const user = await one(idOf(id))
        if (user) await deleteUser(accounts().scope, idOf(id))
        return user
      },
      async sendConfirmationEmail({ email }) {
        requestConfirmation(accounts().scope, { email })
      },
      async validatePassword(password, hash) {
        return typeof password === 'string' && typeof hash === 'string' && verifyPassword(password, hash)
      },
    }),
    role: guarded("strapi.plugin('users-permissions').service('role')", {
      find: async () => readRoles(accounts().scope.database) as unknown as Promise<readonly Values[]>,
      async findOne(id) {
        const role = await findRole(accounts().scope.database, idOf(id))
        if (!role) throw new ApiError('NotFoundError', 'Role not found')
        return role as unknown as Values
      },
    }),
  }
}

function idOf(value: unknown): number {
  const id = readId(value)
  if (id === null) throw new ExtensionError('An id must be a whole number from 1.')
  return id
}
