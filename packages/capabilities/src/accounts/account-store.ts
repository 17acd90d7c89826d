import type { ApiToken, ApiTokenType } from '@content-api/engine/accounts'
import type { AnyTransaction, Reader, RequestSession } from '@content-api/engine/database'
import type { JsonText } from '@content-api/engine/plan'
import type { Config } from '@content-api/core/config/schema'
import type { Caller } from '@content-api/core/entries/caller'
import type { ChangeChecks } from '@content-api/core/entries/change-checks'
import type { RulesByType } from '@content-api/core/entries/hooks/hooked-write'
import type { Can } from '@content-api/core/query/plan-context'
import type { RawQuery } from '@content-api/core/query/raw-value'
import type { AccountReader } from './account-reader.js'
import type { AccountTables } from './account-tables.js'
import type { Body } from './body-fields.js'
import type { Grants } from './grants.js'
import type { Taken } from './user-rules.js'

export interface UserWrite {
  /**
   * The caller; by default the service itself. A caller can't create or change users with more permissions
   * than its own.
   */
  readonly caller?: Caller
  /** Returns the message for a name or address that another user has. */
  readonly taken?: (taken: Taken) => string
}

export interface NewUser extends UserWrite {
  /** The digest of the account at a provider that the user belongs to. Such a user needs no password. */
  readonly providerAccount?: string
}

/** Users as entries, which clients read and write. */
export interface UserEntries {
  /**
   * @throws ApiError ValidationError; ApplicationError if the name or address is taken; ForbiddenError for a
   * user with more permissions than the caller
   */
  create(body: Body, options?: NewUser): Promise<number>
  /** A new password or a block makes the user's tokens invalid. @throws ApiError as for create; NotFoundError */
  update(id: number, body: Body, options?: UserWrite): Promise<void>
  /** @throws ApiError NotFoundError; ForbiddenError for a user with more permissions than the caller */
  delete(id: number, caller?: Caller): Promise<void>
  /** Returns all matching users, or the part selected by `start` and `limit`, as the text of a JSON array. */
  list(query: RawQuery, can: Can, session?: RequestSession): Promise<JsonText>
  count(query: RawQuery, can: Can, session?: RequestSession): Promise<number>
  /** Returns one user as JSON text. @throws ApiError NotFoundError; ValidationError for an invalid query */
  read(id: number, query: RawQuery, can: Can, session?: RequestSession): Promise<JsonText>
  /** Plans the response to a write. The query is checked here, so that an invalid query changes nothing. */
  planResponse(query: RawQuery, can: Can): (id: number) => Promise<JsonText>
}

/** A token whose secret is stored as a digest. */
export interface TokenToStore {
  readonly name: string
  readonly type: ApiTokenType
  readonly permissions: readonly string[]
  readonly expiresAt: Date | null
  readonly accessKey: string
}

/** The API tokens of clients. */
export interface ApiTokens {
  /** Returns all tokens in the order of their creation. */
  list(reader: Reader): Promise<readonly ApiToken[]>
  /** Returns the token with this secret. */
  find(reader: Reader, accessKey: string): Promise<ApiToken | null>
  /** @throws ApiError ApplicationError if digests can't be made */
  insert(transaction: AnyTransaction, token: TokenToStore): Promise<void>
  /** Deletes the tokens with a name, and returns whether there were some. */
  delete(transaction: AnyTransaction, name: string): Promise<boolean>
}

/** How passwords are stored. */
export interface PasswordHashing {
  /** The longest password, in bytes. */
  readonly longest: number
  /** @throws ApiError ServiceUnavailableError if too many passwords wait */
  hash(password: string, client: string | undefined): Promise<string>
  /** Returns whether the next sign-in replaces a hash. */
  isOutdated(hash: string): boolean
}

/** Where accounts are stored, and what follows from it. */
export interface AccountStore {
  readonly tables: AccountTables
  readonly users: UserEntries
  readonly passwords: PasswordHashing
  readonly apiTokens: ApiTokens
  /** Identifies callers. */
  readonly reader: AccountReader
  /** The rules for entries that are users. */
  readonly rules: RulesByType
  /** Checks of changes to accounts that don't run these rules. */
  readonly checks: ChangeChecks
  /** Returns the permissions of a role. */
  grantsOfRole(role: RoleKey): Promise<Grants>
  /** Returns the current settings of sign-ups, which may be in the database. */
  settings(): Promise<SignUpSettings>
  /** Rejects members of a registration that aren't allowed. @throws ApiError */
  checkRegistration(body: Body, allowed: readonly string[]): void
  /** Checks and completes what is stored. Called at the start, and after an import. */
  prepare(): Promise<void>
  /** Clears the caches of permissions. Called after roles have changed. */
  forget(): void
}

/** What identifies a role: its `type` here, its id in Strapi, where several may have the same type. */
export interface RoleKey {
  readonly id: number | null
  readonly type: string | null
}

/** The settings of sign-ups, which operators of Strapi change in its admin panel. */
export type SignUpSettings = Pick<
  Config['auth'],
  'register' | 'resetPasswordUrl' | 'confirmEmailUrl' | 'confirmedUrl' | 'templates' | 'linkAccounts'
>
