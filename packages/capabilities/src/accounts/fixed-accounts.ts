import { listed } from '@content-api/model'
import { ConfigError } from '@content-api/core/config/config-error'
import type { Config } from '@content-api/core/config/schema'
import { ApiError } from '@content-api/engine/errors'
import type { StoredUser } from '@content-api/engine/accounts'
import { verifyPassword } from '@content-api/core/secrets/password-hash'
import type { Accounts } from './accounts.js'
import { createAdministration } from './administration.js'
import { updateUser } from './users.js'

type Fixed = Config['development']

const advice =
  'is for development only, because its passwords and tokens are in a file. Run "content-api dev", set NODE_ENV to development or ' +
  'test, or leave it out with NODE_ENV=production, as in\n' +
  "    export default ({ env }) => ({ ...(env('NODE_ENV') !== 'production' && { development: { users: [ … ] } }) })"

/** @throws ConfigError for fixed users or tokens in production, where everyone who reads the file could sign in */
export function rejectFixedAccounts(
  { development: { users, tokens } }: Pick<Config, 'development'>,
  { development = false }: { readonly development?: boolean },
): void {
  if (users.length + tokens.length === 0 || development) return
  if (['development', 'test'].includes(process.env['NODE_ENV'] ?? '')) return
  throw new ConfigError([{ file: 'the configuration', path: 'development', message: advice }])
}

/**
 * Creates the users and tokens of the configuration, and updates existing ones.
 * @throws ConfigError with the path of a user or token that can't be created or updated
 */
export async function ensureFixedAccounts(accounts: Accounts, { users, tokens }: Fixed): Promise<void> {
  for (const [index, user] of users.entries()) {
    await withPath(`development.users.${index}`, () => ensureUser(accounts, user))
  }
  for (const [index, token] of tokens.entries()) {
    await withPath(`development.tokens.${index}`, () => ensureToken(accounts, token))
  }
}

async function withPath(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ConfigError([{ file: 'the configuration', path, message: withStop(error.message) }])
  }
}

async function ensureUser(accounts: Accounts, user: Fixed['users'][number]): Promise<void> {
  const { scope } = accounts
  const { username, email, password, role = scope.config.register.role } = user
  const found = await scope.tables.findUserByIdentifier(scope.database, username)
  if (!found) {
    await createAdministration(accounts).createUser({ username, email, password, role })
    return
  }
  const roles = await scope.tables.readRoles(scope.database)
  const id = roles.find(({ type }) => type === role)?.id
  if (id === undefined) {
    const types = listed(roles.map(({ type }) => type))
    throw new ApiError('NotFoundError', `There is no role "${role}": there are ${types}`)
  }
  const change = {
    ...(found.email !== email.toLowerCase() && { email }),
    // An unchanged password isn't set again, because that would make the user's tokens invalid.
    ...(!(await verifyPassword(password, found.password)) && { password }),
    ...(isUsable(found, role) ? {} : { role: id, blocked: false, confirmed: true }),
  }
  if (Object.keys(change).length > 0) await updateUser(scope, found.id, change)
}

const isUsable = ({ role, blocked, confirmed }: StoredUser, wanted: string) =>
  role === wanted && !blocked && confirmed === true

async function ensureToken(accounts: Accounts, token: Fixed['tokens'][number]): Promise<void> {
  const { name, type, permissions, accessKey } = token
  const administration = createAdministration(accounts)
  const found = await accounts.store.apiTokens.find(accounts.scope.database, accessKey)
  if (found?.name === name && found.type === type && sameNames(found.permissions, permissions)) return
  if (found && found.name !== name) {
    throw new ApiError('ApplicationError', `The token "${found.name}" has the same accessKey. Use another one`)
  }
  const existing = await administration.listTokens()
  if (existing.some((one) => one.name === name)) await administration.revokeToken(name)
  await administration.createToken({ name, type, permissions, accessKey })
}

const sameNames = (some: readonly string[], others: readonly string[]) =>
  some.toSorted().join() === others.toSorted().join()

/** Returns the text as a sentence. */
export const withStop = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)
