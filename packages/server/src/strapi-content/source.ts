import type { LeftOut } from '../entries/transfer/import-summary.js'
import type { LinkStore } from './link-store.js'

/** The content of a Strapi 4 project, read from an export archive or a database. It is never changed. */
export interface StrapiSource {
  /** For messages: `the archive export.tar.gz`. */
  readonly name: string
  readonly kind: 'archive' | 'sqlite' | 'postgres'
  /** Reads everything but the entries themselves. @throws StrapiSourceError for a source that can't be read */
  survey(): Promise<Survey>
  /** Every entry, once. Values are as Strapi stores them; components stand inline. */
  entries(): AsyncIterable<SourceEntry>
  /** The uploaded files that the source itself holds. */
  files(): AsyncIterable<SourceFile>
  close(): Promise<void>
}

/** What is known before the first entry is read. */
export interface Survey {
  /** The version of Strapi; null where the source doesn't say. */
  readonly version: string | null
  /** The ids of each type, by uid. */
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>
  readonly links: LinkStore
  /** Rows of the types in `recordTypes`, by type and id. */
  readonly records: ReadonlyMap<string, ReadonlyMap<number, Readonly<Record<string, unknown>>>>
  /** Values of Strapi's key-value store, by key. */
  readonly settings: ReadonlyMap<string, unknown>
  /** Schemas by uid, as Strapi writes them out; empty for databases. */
  readonly schemas: ReadonlyMap<string, StrapiSchema>
  readonly apiTokens: readonly SourceToken[]
  /** What no import reads. */
  readonly leftOut: readonly LeftOut[]
  readonly mistakes: readonly string[]
  readonly warnings: readonly string[]
  /** Names and sizes of the files that `files` gives. */
  readonly files: ReadonlyMap<string, number>
}

/** Types that become settings, permissions and roles, not entries. */
export const recordTypes = {
  permission: 'plugin::users-permissions.permission',
  role: 'plugin::users-permissions.role',
  locale: 'plugin::i18n.locale',
} as const

/** Greater ids don't fit the columns of PostgreSQL, where Strapi's are 32 bits wide. */
export const isId = (id: unknown): id is number =>
  typeof id === 'number' && Number.isInteger(id) && id > 0 && id < 2 ** 31

export interface SourceEntry {
  readonly type: string
  readonly id: number
  readonly data: Readonly<Record<string, unknown>>
}

export interface SourceFile {
  /** `<hash><ext>`, checked to be a plain file name. */
  readonly name: string
  readonly size: number
  readonly stream: AsyncIterable<Buffer>
  /** Instead of reading it. */
  readonly skip: () => void
}

export interface SourceToken {
  readonly name: string
  readonly type: string
  /** Hex HMAC-SHA512 of the token under `API_TOKEN_SALT`. */
  readonly accessKey: string
  readonly permissions: readonly string[]
  /** Null where the source doesn't say. */
  readonly createdAt: Date | null
  readonly expiresAt: Date | null
}

/** A schema as an export archive holds it. */
export interface StrapiSchema {
  readonly uid: string
  readonly modelType: string
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly [key: string]: unknown
}

/** A source that can't be read or holds something that can't be imported: nothing has been changed. */
export class StrapiSourceError extends Error {
  override readonly name: string = 'StrapiSourceError'
}
