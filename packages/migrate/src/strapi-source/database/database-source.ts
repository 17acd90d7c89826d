import { basename } from 'node:path'
import { datetime } from '@content-api/engine/attributes'
import {
  isPostgresUrl,
  openSourceTables,
  type SourceTables,
  type SourceTls,
} from '@content-api/strapi-tables/source-tables'
import type { Registry } from '@content-api/model'
import type { LeftOut } from '../../entries/import-summary.js'
import { LinkStore } from '../link-store.js'
import {
  recordTypes,
  type SourceEntry,
  type SourceToken,
  type SourceWebhook,
  type StrapiSource,
  StrapiSourceError,
  type Survey,
  webhookOf,
} from '../source.js'
import { readEntries, findScalarColumns } from './read-entries.js'
import { readAllRows, type LinkReading, morphColumns, readLinks } from './read-links.js'
import { normalizeName, type SourceType, collectComponents, collectTypes, findTable } from './source-types.js'

/** The database of a Strapi 4 project: an SQLite file or a PostgreSQL URL. Call `close` when done. */
export function openStrapiDatabase(from: string, registry: Registry, ssl?: SourceTls): StrapiSource {
  const kind = isPostgresUrl(from) ? 'postgres' : 'sqlite'
  let opened: Promise<SourceTables> | undefined
  const open = () => (opened ??= openSourceTables(from, ssl).catch((error: unknown) => throwCannotOpen(from, error)))
  let types: ReadonlyMap<string, SourceType> = new Map()
  const components = collectComponents(registry)
  return {
    name: kind === 'sqlite' ? `the SQLite file ${basename(from)}` : 'the PostgreSQL database',
    kind,
    async survey() {
      const tables = await open()
      requireStrapi4(tables)
      const settings = await readSettings(tables)
      types = collectTypes(settings.get(contentTypesSetting), registry)
      return surveyDatabase({ tables, types, components, registry, settings })
    },
    async *entries() {
      const tables = await open()
      for (const type of types.values()) {
        if (registry.contentTypes.has(type.uid) && tables.tables.has(type.table)) {
          yield* readEntries(type, { tables, components }) satisfies AsyncIterable<SourceEntry>
        }
      }
      if (await tables.isUnchanged()) return
      throw new StrapiSourceError(`${basename(from)} was written while it was read. Stop Strapi and try again.`)
    },
    async *files() {
      // The database of a Strapi project does not hold its files: they are in a folder.
    },
    async close() {
      if (opened) await (await opened.catch(() => null))?.close()
    },
  }
}

/** The setting in which Strapi stores its content types at each start. */
const contentTypesSetting = 'strapi_content_types_schema'

function throwCannotOpen(from: string, error: unknown): never {
  const name = isPostgresUrl(from) ? (URL.parse(from)?.host ?? 'the PostgreSQL database') : from
  const reason = error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error)
  throw new StrapiSourceError(`Cannot read ${name}: ${reason}`, { cause: error })
}

function requireStrapi4({ tables }: SourceTables): void {
  if (tables.has('core_store')) {
    throw new StrapiSourceError(
      "This is a database of Strapi 3. Migrate it to Strapi 4 first: follow Strapi's migration guide.",
    )
  }
  if (!tables.has('strapi_core_store_settings')) {
    throw new StrapiSourceError('This is not a database of Strapi 4: it has no table strapi_core_store_settings.')
  }
  if ([...tables.values()].some((columns) => columns.includes('document_id'))) {
    throw new StrapiSourceError('This is a database of Strapi 5. Databases of Strapi 4 can be imported.')
  }
}

async function readSettings(tables: SourceTables): Promise<Map<string, unknown>> {
  const settings = new Map<string, unknown>()
  for await (const [key, value] of readAllRows(tables, 'strapi_core_store_settings', ['key', 'value'])) {
    const name = String(key)
    if (name !== contentTypesSetting && !/^plugin_(i18n|users-permissions)_/.test(name)) continue
    try {
      settings.set(name, JSON.parse(String(value)))
    } catch {
      // In Strapi 4 these settings are JSON: ignore anything else.
    }
  }
  return settings
}

interface DatabaseSurvey extends Pick<LinkReading, 'tables' | 'types'> {
  readonly components: ReadonlyMap<string, SourceType>
  readonly registry: Registry
  readonly settings: ReadonlyMap<string, unknown>
}

async function surveyDatabase({ tables, types, components, registry, settings }: DatabaseSurvey): Promise<Survey> {
  const links = new LinkStore()
  const reading: LinkReading = { tables, types, links, read: new Set() }
  const leftOut: LeftOut[] = []
  const ids = new Map<string, Set<number>>()
  for (const type of types.values()) {
    if (!tables.tables.has(type.table)) continue
    reading.read.add(type.table)
    const ofType = new Set<number>()
    for await (const [id] of readAllRows(tables, type.table, ['id'])) ofType.add(Number(id))
    if (ofType.size > 0 && !tokenTypes.has(type.uid)) ids.set(type.uid, ofType)
    if (!registry.contentTypes.has(type.uid) && type.uid !== recordTypes.permission) continue
    await readLinks(type, reading)
    leftOut.push(...(await findUnknownColumns(type, tables)))
  }
  for (const component of components.values()) {
    if (!tables.tables.has(component.table)) continue
    reading.read.add(component.table)
    await readLinks(component, reading)
    leftOut.push(...(await findUnknownColumns(component, tables)))
  }
  leftOut.push(...(await findOtherTables(reading, [...types.values(), ...components.values()])))
  return {
    version: null,
    exactIntegers: true,
    ids,
    links,
    records: await readRecords(types, tables),
    settings,
    schemas: new Map(),
    apiTokens: await readApiTokens(tables),
    webhooks: await readWebhooks(tables),
    leftOut,
    mistakes: [],
    warnings: [],
    files: new Map(),
  }
}

async function readRecords(types: ReadonlyMap<string, SourceType>, tables: SourceTables) {
  const records = new Map<string, Map<number, Readonly<Record<string, unknown>>>>()
  const columns = { [recordTypes.permission]: 'action', [recordTypes.role]: 'type', [recordTypes.locale]: 'code' }
  const usual = {
    [recordTypes.permission]: 'up_permissions',
    [recordTypes.role]: 'up_roles',
    [recordTypes.locale]: 'i18n_locale',
  }
  for (const uid of Object.values(recordTypes)) {
    const table = types.get(uid)?.table ?? usual[uid]
    if (!tables.tables.has(table)) continue
    const ofType = new Map<number, Readonly<Record<string, unknown>>>()
    for await (const [id, value] of readAllRows(tables, table, ['id', columns[uid]])) {
      ofType.set(Number(id), { [columns[uid]]: value })
    }
    records.set(uid, ofType)
  }
  return records
}

/** Returns the columns that hold values but belong to no attribute. */
async function findUnknownColumns(type: SourceType, tables: SourceTables): Promise<LeftOut[]> {
  const known = new Set<string>(['id', ...morphColumns, ...findScalarColumns(type, tables).map(({ column }) => column)])
  const links = new Set(Object.keys(type.attributes).map((name) => normalizeName(`${name}Id`)))
  const found: LeftOut[] = []
  for (const column of tables.tables.get(type.table) ?? []) {
    // Strapi adds columns for creators, times and the locale to every table, even if the type does not use them.
    if (
      known.has(column) ||
      links.has(normalizeName(column)) ||
      /^(created|updated)_by_id$|^(created|updated|published)_at$|^locale$/.test(column)
    )
      continue
    const count = await tables.count(type.table, column)
    if (count > 0)
      found.push({ what: `${type.table}.${column}`, count, reason: 'no attribute of the schema has this column' })
  }
  return found
}

/** Tables for Strapi's own use. */
const internalTables = /^(strapi_|admin_|i18n_locale|up_permissions|upload_folders|files_folder_links)/

/** Returns the tables that have rows but belong to no type. */
async function findOtherTables({ tables, read }: LinkReading, types: readonly SourceType[]): Promise<LeftOut[]> {
  const owned = new Set<string>()
  for (const type of types) {
    owned.add(`${type.table}_components`)
    for (const name of Object.keys(type.attributes)) {
      for (const ending of ['links', 'morphs']) owned.add(findTable(tables.tables, type, name, ending) ?? '')
    }
  }
  const found: LeftOut[] = []
  for (const [table, columns] of tables.tables) {
    if (read.has(table) || owned.has(table) || internalTables.test(table)) continue
    const count = await tables.count(table, columns[0] ?? 'id')
    if (count > 0) found.push({ what: `the table ${table}`, count, reason: 'it belongs to no type of the project' })
  }
  for (const [table, reason] of Object.entries({
    strapi_transfer_tokens: 'the service has no transfers',
  })) {
    const count = tables.tables.has(table) ? await tables.count(table, 'id') : 0
    if (count > 0 && !read.has(table)) found.push({ what: `the table ${table}`, count, reason })
  }
  return found
}

const webhookColumns = ['name', 'url', 'headers', 'events', 'enabled']

async function readWebhooks(tables: SourceTables): Promise<SourceWebhook[]> {
  if (!tables.tables.has('strapi_webhooks')) return []
  const webhooks: SourceWebhook[] = []
  for await (const values of readAllRows(tables, 'strapi_webhooks', webhookColumns)) {
    const found = webhookOf(Object.fromEntries(webhookColumns.map((name, index) => [name, values[index]])))
    if (found) webhooks.push(found)
  }
  return webhooks
}

/** Types whose rows become API tokens, not entries. */
const tokenTypes: ReadonlySet<string> = new Set(['admin::api-token', 'admin::api-token-permission'])

const permissionLinks = 'strapi_api_token_permissions_token_links'

async function readApiTokens(tables: SourceTables): Promise<SourceToken[]> {
  const existing = tables.tables.get('strapi_api_tokens') ?? []
  if (!existing.includes('access_key')) return []
  const actions = await readActions(tables)
  const tokens: SourceToken[] = []
  // The tokens of Strapi 4.4 and older don't expire.
  const columns = ['id', 'name', 'type', 'access_key', 'created_at', 'expires_at'].filter((name) =>
    existing.includes(name),
  )
  for await (const [id, name, type, accessKey, createdAt, expiresAt] of readAllRows(
    tables,
    'strapi_api_tokens',
    columns,
  )) {
    if (!accessKey) continue
    tokens.push({
      name: String(name),
      type: String(type),
      accessKey: String(accessKey),
      permissions: actions.get(Number(id)) ?? [],
      createdAt: dateOf(createdAt),
      expiresAt: dateOf(expiresAt),
    })
  }
  return tokens
}

function dateOf(value: unknown): Date | null {
  return value ? new Date(String(datetime.parse(value, { type: 'datetime' }, 'a time of an API token'))) : null
}

/** Returns the actions of each token of the type `custom`, by the id of the token. */
async function readActions(tables: SourceTables): Promise<Map<number, string[]>> {
  const byToken = new Map<number, string[]>()
  if (!tables.tables.has(permissionLinks)) return byToken
  const actions = new Map<number, string>()
  for await (const [id, action] of readAllRows(tables, 'strapi_api_token_permissions', ['id', 'action'])) {
    actions.set(Number(id), String(action))
  }
  const columns = ['api_token_permission_id', 'api_token_id']
  for await (const [permission, token] of readAllRows(tables, permissionLinks, columns)) {
    const action = actions.get(Number(permission))
    if (action !== undefined) byToken.set(Number(token), [...(byToken.get(Number(token)) ?? []), action])
  }
  return byToken
}
