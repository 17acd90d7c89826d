import { ImportError, type ImportMistakes } from '@content-api/engine/errors'
import {
  type ApiTokenType,
  apiTokenTypes,
  deleteApiToken,
  insertApiToken,
  readRoleTypes,
  readStoredTokens,
  setPermissions,
  type TokenRow,
} from '@content-api/engine/accounts'
import type { WriteTransaction } from '@content-api/engine/database'
import { closest, isRecord, listed } from '@content-api/model'
import type { ImportCounter } from './import-summary.js'

/** An API token in an export, one line of JSON. It contains a digest, from which the token can't be recovered. */
export interface TokenLine {
  readonly token: {
    readonly name: string
    readonly type: ApiTokenType
    /** 64 hex digits: the SHA-256 of the token. 128: Strapi's `access_key`, its HMAC-SHA512 under `API_TOKEN_SALT`. */
    readonly digest: string
    /** The actions of a token of type `custom`. */
    readonly permissions?: readonly string[]
    /** ISO 8601; if absent, the time of the import. */
    readonly createdAt?: string
    /** ISO 8601; null or absent: the token never expires. */
    readonly expiresAt?: string | null
  }
}

/** All actions of a role in an export, one line of JSON. */
export interface PermissionsLine {
  readonly permissions: { readonly role: string; readonly actions: readonly string[] }
}

export type AccessLine = TokenLine | PermissionsLine

/** A checked line: a token to insert, or the actions of a role. */
export type PlannedAccess =
  | { readonly token: TokenRow }
  | { readonly role: string; readonly actions: readonly string[] }

export const isAccessLine = (value: Readonly<Record<string, unknown>>): boolean =>
  'token' in value || 'permissions' in value

/** Returns whether a string is the digest of a token: SHA-256, or Strapi's HMAC-SHA512, which is longer. */
const isTokenDigest = (text: string): boolean => /^(?:[0-9a-f]{64}|[0-9a-f]{128})$/.test(text)

/** Checks a line. @param known the actions that exist. @throws ImportError */
export function planAccess(
  value: Readonly<Record<string, unknown>>,
  line: number,
  known: readonly string[],
): PlannedAccess {
  const [key, ...others] = Object.keys(value)
  if (others.length > 0) throw new ImportError(line, 'must have either "token" or "permissions" and nothing else.')
  return key === 'token' ? planToken(value['token'], line, known) : planPermissions(value['permissions'], line, known)
}

function planToken(value: unknown, line: number, known: readonly string[]): PlannedAccess {
  const keys = ['name', 'type', 'digest', 'permissions', 'createdAt', 'expiresAt']
  const token = readObject(value, 'token', keys, line)
  const { name, digest } = token
  if (typeof name !== 'string' || name === '') throw new ImportError(line, 'token.name must be a name.')
  const type = apiTokenTypes.find((known) => known === token['type'])
  if (!type) throw new ImportError(line, `token.type must be one of ${listed(apiTokenTypes)}.`)
  if (typeof digest !== 'string' || !isTokenDigest(digest)) {
    throw new ImportError(line, 'token.digest must be 64 hex digits (SHA-256) or 128 (HMAC-SHA512), in lower case.')
  }
  const permissions = readActions(token['permissions'] ?? [], 'token.permissions', line, known)
  const createdAt = readTime(token['createdAt'] ?? null, 'token.createdAt', line)
  const expiresAt = readTime(token['expiresAt'] ?? null, 'token.expiresAt', line)
  return { token: { name, type, digest, permissions, expiresAt, ...(createdAt && { createdAt }) } }
}

function planPermissions(value: unknown, line: number, known: readonly string[]): PlannedAccess {
  const { role, actions } = readObject(value, 'permissions', ['role', 'actions'], line)
  if (typeof role !== 'string' || role === '') {
    throw new ImportError(line, 'permissions.role must be the type of a role, such as "editor".')
  }
  return { role, actions: readActions(actions, 'permissions.actions', line, known) }
}

function readObject(value: unknown, name: string, keys: readonly string[], line: number): Record<string, unknown> {
  if (!isRecord(value)) throw new ImportError(line, `"${name}" must be an object.`)
  const unknown = Object.keys(value).find((key) => !keys.includes(key))
  if (unknown === undefined) return value
  throw new ImportError(line, `${name} has an unknown key "${unknown}": there are ${listed(keys)}.`)
}

function readActions(value: unknown, path: string, line: number, known: readonly string[]): string[] {
  if (!Array.isArray(value)) throw new ImportError(line, `${path} must be an array of actions.`)
  return value.map((action: unknown) => {
    if (typeof action !== 'string') throw new ImportError(line, `${path} must be an array of actions.`)
    if (known.includes(action)) return action
    const near = closest(action, known)
    throw new ImportError(line, `${path}: "${action}" is not an action.${near ? ` Did you mean "${near}"?` : ''}`)
  })
}

function readTime(value: unknown, path: string, line: number): Date | null {
  if (value === null) return null
  const time = typeof value === 'string' ? new Date(value) : null
  if (time && !Number.isNaN(time.getTime())) return time
  throw new ImportError(line, `${path} must be a time such as "2026-01-31T12:00:00.000Z".`)
}

interface AccessWriterOptions {
  /** If true, a token replaces the existing token with the same name. If false, an existing name is an error. */
  readonly replace: boolean
  /** Types of roles that every service has, whether they are imported or not. */
  readonly requiredRoles: readonly string[]
}

/** Writes API tokens and the permissions of roles, which are stored separately from the content. */
export class AccessWriter {
  /** Digests of tokens by token name; read before the first token is written. */
  #tokens: Map<string, string> | undefined
  readonly #roles = new Map<string, number>()

  constructor(
    private readonly transaction: WriteTransaction,
    private readonly options: AccessWriterOptions,
  ) {}

  /** @throws ImportError */
  async add(planned: PlannedAccess, line: number, counter: ImportCounter): Promise<void> {
    if ('role' in planned) {
      if (this.#roles.has(planned.role))
        throw new ImportError(line, `repeats the permissions of the role "${planned.role}".`)
      this.#roles.set(planned.role, line)
      await setPermissions(this.transaction, planned.role, planned.actions)
      counter.roles++
      return
    }
    const { token } = planned
    this.#tokens ??= new Map((await readStoredTokens(this.transaction)).map(({ name, digest }) => [name, digest]))
    if (this.#tokens.has(token.name)) {
      if (!this.options.replace) throw new ImportError(line, `there is an API token "${token.name}" already.`)
      await deleteApiToken(this.transaction, token.name)
      this.#tokens.delete(token.name)
    }
    const same = [...this.#tokens].find(([, digest]) => digest === token.digest)?.[0]
    if (same !== undefined) throw new ImportError(line, `token "${token.name}" is the same as "${same}".`)
    await insertApiToken(this.transaction, token)
    this.#tokens.set(token.name, token.digest)
    counter.tokens++
  }

  /** Checks that all roles with permissions exist. Call it after the roles are imported. */
  async finish(mistakes: ImportMistakes): Promise<void> {
    // If there are mistakes, the import has skipped entries, so roles may be missing for that reason.
    if (mistakes.total > 0) return
    if (this.#roles.size === 0) return
    const existing = await readRoleTypes(this.transaction)
    for (const [role, line] of this.#roles) {
      if (existing.has(role) || this.options.requiredRoles.includes(role)) continue
      mistakes.add(new ImportError(line, `has permissions of the role "${role}", which doesn't exist.`))
    }
  }
}
