import { printSecret, printTable } from './table.js'
import { type ProjectOptions, withProject } from './open-project.js'
import { text } from 'node:stream/consumers'
import type { ApiTokenType } from '@content-api/engine/accounts'
import type { ContentApi } from '../content-api.js'
import { CliError } from './report-error.js'

export async function createUser(
  username: string,
  email: string,
  options: ProjectOptions & { readonly role?: string },
): Promise<void> {
  const { role } = options
  const { id, password } = await withProject(options, ({ accounts }) =>
    accounts.createUser({ username, email, ...(role === undefined ? {} : { role }) }),
  )
  printSecret(password, `Created user ${username} with id ${id} and a generated password.`)
}

export async function listUsers(options: ProjectOptions): Promise<void> {
  const users = await withProject(options, ({ accounts }) => accounts.listUsers())
  printTable(
    ['id', 'name', 'address', 'role', 'confirmed', 'blocked'],
    users.map(({ id, username, email, role, confirmed, blocked }) => [
      id,
      username,
      email,
      role?.type,
      confirmed === true,
      blocked === true,
    ]),
  )
}

export async function deleteUser(name: string, options: ProjectOptions): Promise<void> {
  await withProject(options, ({ accounts }) => accounts.deleteUser(name))
  console.log(`Deleted ${name}.`)
}

export async function setBlocked(name: string, blocked: boolean, options: ProjectOptions): Promise<void> {
  await withProject(options, ({ accounts }) => accounts.setBlocked(name, blocked))
  console.log(blocked ? `Blocked ${name} and signed them out everywhere.` : `${name} may sign in again.`)
}

export async function signOut(name: string, options: ProjectOptions): Promise<void> {
  await withProject(options, ({ accounts }) => accounts.signOut(name))
  console.log(`Signed ${name} out everywhere.`)
}

export async function resetPassword(name: string, options: ProjectOptions): Promise<void> {
  const password = await withProject(options, ({ accounts }) => accounts.setPassword(name))
  printSecret(password, `Signed ${name} out everywhere and set a new password.`)
}

const day = 24 * 60 * 60 * 1_000

interface CreateTokenOptions extends ProjectOptions {
  readonly type: ApiTokenType
  readonly allow?: readonly string[]
  readonly days?: number
  /** An existing token; `-` reads it from standard input. */
  readonly accessKey?: string
}

export async function createToken(name: string, options: CreateTokenOptions): Promise<void> {
  const { type, allow = [], days } = options
  const expiresAt = days === undefined ? null : new Date(Date.now() + days * day)
  const accessKey = options.accessKey === '-' ? (await text(process.stdin)).trim() : options.accessKey
  const secret = await withProject(options, ({ accounts }) =>
    accounts.createToken({ name, type, permissions: allow, expiresAt, ...(accessKey !== undefined && { accessKey }) }),
  )
  const message = `Created the ${type} token "${name}"${expiresAt ? `, which expires at ${expiresAt.toISOString()}` : ''}.`
  if (accessKey === undefined) printSecret(secret, message)
  else process.stderr.write(`${message}\n`)
}

export async function listTokens(options: ProjectOptions): Promise<void> {
  const tokens = await withProject(options, ({ accounts }) => accounts.listTokens())
  printTable(
    ['name', 'type', 'allows', 'created at', 'expires at'],
    tokens.map(({ name, type, permissions, createdAt, expiresAt }) => [
      name,
      type,
      permissions.join('\n'),
      createdAt,
      expiresAt,
    ]),
  )
}

export async function revokeToken(name: string, options: ProjectOptions): Promise<void> {
  await withProject(options, ({ accounts }) => accounts.revokeToken(name))
  console.log(`Revoked the token "${name}".`)
}

export async function listPermissions(
  role: string | undefined,
  options: ProjectOptions & { readonly all?: boolean },
): Promise<void> {
  await withProject(options, async (api) => {
    const { accounts } = api
    if (options.all) {
      for (const action of accounts.actions()) console.log(action)
      return
    }
    const roles = (await accounts.listRoles()).filter(({ type }) => role === undefined || type === role)
    if (roles.length === 0)
      throw new CliError(`There is no role "${role}". Run "content-api permissions list" to see all roles.`)
    printTable(
      ['role', 'users', 'permissions', 'set by'],
      roles.map(({ type, users, permissions, configured }) => [
        type,
        users,
        permissions.join('\n'),
        configured ? 'configuration' : 'commands',
      ]),
    )
    warnIfOpen(api)
  })
}

export async function changePermissions(
  how: 'grant' | 'revoke',
  role: string,
  actions: readonly string[],
  options: ProjectOptions,
): Promise<void> {
  await withProject(options, async (api) => {
    await api.accounts[how](role, actions)
    console.log(how === 'grant' ? `Granted to ${role}:` : `Revoked from ${role}:`)
    for (const action of actions) console.log(`  ${action}`)
    warnIfOpen(api)
  })
}

function warnIfOpen({ open }: ContentApi): void {
  if (!open) return
  process.stderr.write(
    'Permissions have no effect yet: without "permissions" in the configuration every request from this machine is allowed. An empty section is enough: permissions: {}\n',
  )
}
