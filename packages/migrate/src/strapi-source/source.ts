import { isRecord } from '@content-api/model'
import type { LeftOut } from '../entries/import-summary.js'
import type { LinkStore } from './link-store.js'

/** The content of a Strapi 4 project, read from an export archive or a database. It is never changed. */
export interface StrapiSource {
  /** For messages, for example `the archive export.tar.gz`. */
  readonly name: string
  readonly kind: 'archive' | 'sqlite' | 'postgres'
  /** Reads everything except the values of the entries. @throws StrapiSourceError for a source that can't be read */
  survey(): Promise<Survey>
  /** Yields every entry once. Values are as Strapi stores them; components are nested in their entry. */
  entries(): AsyncIterable<SourceEntry>
  /** Yields the uploaded files that the source contains. */
  files(): AsyncIterable<SourceFile>
  close(): Promise<void>
}

/** The result of the first pass over a source, before its entries are read. */
export interface Survey {
  /** The version of Strapi; null if the source does not contain it. */
  readonly version: string | null
  /** Whether big integers have all their digits. Archives that Strapi writes have rounded ones. */
  readonly exactIntegers: boolean
  /** The ids of each type, by uid. */
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>
  readonly links: LinkStore
  /** The rows of the types in `recordTypes`, by type and id. */
  readonly records: ReadonlyMap<string, ReadonlyMap<number, Readonly<Record<string, unknown>>>>
  /** Values in Strapi's key-value store, by key. */
  readonly settings: ReadonlyMap<string, unknown>
  /** Schemas by uid, as Strapi exports them; empty for databases. */
  readonly schemas: ReadonlyMap<string, StrapiSchema>
  readonly apiTokens: readonly SourceToken[]
  readonly webhooks: readonly SourceWebhook[]
  /** Content of the source that an import can't read. */
  readonly leftOut: readonly LeftOut[]
  readonly mistakes: readonly string[]
  readonly warnings: readonly string[]
  /** Names and sizes of the files that `files` yields. */
  readonly files: ReadonlyMap<string, number>
}

/** Types whose rows become settings, permissions and roles, not entries. */
export const recordTypes = {
  permission: 'plugin::users-permissions.permission',
  role: 'plugin::users-permissions.role',
  locale: 'plugin::i18n.locale',
} as const

/** Returns whether a value is a valid id. Greater ids don't fit Strapi's columns in PostgreSQL, which have 32 bits. */
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
  /** Skips the content. Call it instead of reading `stream`. */
  readonly skip: () => void
}

/** A webhook of the admin panel. */
export interface SourceWebhook {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly events: readonly unknown[]
  readonly enabled: boolean
}

/** Returns a webhook from a row of `strapi_webhooks`, or null for other values. */
export function webhookOf(row: Readonly<Record<string, unknown>>): SourceWebhook | null {
  const [headers, events] = [row['headers'], row['events']].map((value) =>
    typeof value === 'string' ? jsonOrNull(value) : value,
  )
  const { name, url, enabled } = row
  if (typeof url !== 'string') return null
  return {
    name: typeof name === 'string' && name !== '' ? name : url,
    url,
    headers: isRecord(headers) ? headers : {},
    events: Array.isArray(events) ? events : [],
    enabled: enabled === true || enabled === 1 || enabled === '1',
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export interface SourceToken {
  readonly name: string
  readonly type: string
  /** HMAC-SHA512 of the token in hexadecimal digits; the key is `API_TOKEN_SALT`. */
  readonly accessKey: string
  readonly permissions: readonly string[]
  /** Null if the source does not contain it. */
  readonly createdAt: Date | null
  readonly expiresAt: Date | null
}

/** A schema in the format of an export archive. */
export interface StrapiSchema {
  readonly uid: string
  readonly modelType: string
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly [key: string]: unknown
}

/** The source can't be read, or it holds something that can't be imported. The import has changed nothing. */
export class StrapiSourceError extends Error {
  override readonly name: string = 'StrapiSourceError'
}
