import { text } from 'node:stream/consumers'
import type { ApiTokenType } from '@content-api/engine/accounts'
import { printSecret, printTable } from './table.js'
import { type ProjectOptions, withProject } from './open-project.js'

const day = 24 * 60 * 60 * 1_000

export interface CreateTokenOptions extends ProjectOptions {
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
