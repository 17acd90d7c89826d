import type { Readable } from 'node:stream'
import type { Database, WriteTransaction } from '@content-api/engine/database'

/**
 * The content of a service and what belongs to it: the database, uploaded files, settings and accounts.
 * Imports write to it, and exports read from it. The service implements it.
 */
export interface ContentStore {
  readonly database: Database
  readonly files: FileStore
  readonly settings: ServiceSettings
  readonly accounts: StoredAccounts
  /** Notifies listeners of the content types that an import changes, in its transaction; null without listeners. */
  readonly recordImport: ((transaction: WriteTransaction, types: Iterable<string>) => Promise<void>) | null
}

/** The uploaded files of a service. */
export interface FileStore {
  /** The name of the upload provider; `local` for files in `directory`. */
  readonly provider: string
  /** The folder of the files; null if a provider stores them elsewhere. */
  readonly directory: string | null
  /** The maximum bytes of a file. */
  readonly sizeLimit: number
  /** Returns the URL of a stored file. */
  url(name: string): string
  /** Starts to store files, which replace others of the same name. */
  begin(): FileChanges
  /** Creates a temporary folder. After a crash, the next start of the service removes it. */
  createFolder(): string
}

/** Files that are stored together: either all of them stay, or none. */
export interface FileChanges {
  put(name: string, content: FileContent): Promise<void>
  /** Removes the files that the stored ones have replaced. */
  confirm(): Promise<void>
  /** Restores the files that the stored ones have replaced, and removes new ones. */
  revert(): Promise<void>
}

export interface FileContent {
  readonly mime: string
  /** In bytes. */
  readonly size: number
  /** The path of a local file with the content. */
  readonly path: string
  readonly stream: () => Readable
}

/** The settings that Strapi keeps in its database and a service in its configuration. */
export interface ServiceSettings {
  readonly i18n: { readonly defaultLocale: string; readonly locales: readonly string[] }
  readonly signUp: SignUpSettings
  /** Whether the service knows its own address, without which nobody can sign in with a provider. */
  readonly hasUrl: boolean
  /** Whether the configuration has permissions. Without them, every request is allowed. */
  readonly hasPermissions: boolean
  /** Returns whether the configuration sets a key such as `i18n.locales`. An import doesn't change such settings. */
  readonly isChosen: (path: string) => boolean
  /** Returns whether a configuration with only this section is valid. */
  readonly isValid: (section: Readonly<Record<string, unknown>>) => boolean
}

export interface SignUpSettings {
  readonly register: { readonly enabled: boolean; readonly confirmEmail: boolean; readonly role: string }
  readonly resetPasswordUrl?: string | undefined
  readonly confirmedUrl?: string | undefined
}

/** The users, roles and API tokens of a service, beyond their rows in the database. */
export interface StoredAccounts {
  /** All actions that can be granted. */
  readonly actions: readonly string[]
  /** Types of roles that every service has. */
  readonly requiredRoles: readonly string[]
  /** The actions that roles have by default, by the type of the role. */
  readonly defaultActions: Readonly<Record<string, readonly string[]>>
  /** Types of roles whose permissions the configuration sets. */
  readonly configuredRoles: ReadonlySet<string>
  readonly hashPassword: (password: string) => Promise<string>
  /** Creates missing required roles and enables imported users to sign in. */
  prepare(): Promise<void>
}
