import type { WriteTransaction } from '@content-api/engine/database'
import { roleType } from '@content-api/engine/plan'
import { storeImportedSettings } from '@content-api/engine/project-store'
import { countEntries, deleteContent, type RowWriter } from '@content-api/engine/transfer'
import type { ContentType, Registry } from '@content-api/model'
import type { ContentStore } from '../content-store.js'
import { importInTransaction } from '../entries/import-transaction.js'
import { openStrapiArchive, isArchive } from '../strapi-source/archive/archive-source.js'
import { openStrapiDatabase } from '../strapi-source/database/database-source.js'
import type { LinkStore } from '../strapi-source/link-store.js'
import { recordTypes, type StrapiSource, type Survey } from '../strapi-source/source.js'
import { planAccess, writeAccess } from './access.js'
import { FileCopier, type FileOptions } from './copy-files.js'
import { type PlanContext, planEntry } from './plan-entry.js'
import { Report, type Summary } from './report.js'
import { compareSettings } from './settings.js'
import { UniqueValues } from './unique-values.js'

export interface StrapiImportOptions extends FileOptions {
  /** The key of an encrypted archive. */
  readonly key?: string | undefined
  /**
   * TLS of a PostgreSQL source, as the option `ssl` of `config/database`: `true`, or options such as `ca` and
   * `rejectUnauthorized`. Parameters of the URL take precedence.
   */
  readonly ssl?: boolean | object | undefined
  /** Deletes all content first. Without this option the database must be empty. */
  readonly replace?: boolean
  /** Reads and checks everything, then rolls back. */
  readonly dryRun?: boolean
  /** Types (`<uid>`) and attributes (`<uid>.<attribute>`) that are not imported. */
  readonly leaveOut?: readonly string[]
  /** Called after every few thousand entries. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void
}

export interface StrapiImport extends Summary {
  readonly entries: number
  /** The number of stored files. */
  readonly files: number
  /** The version of Strapi; null if the source does not contain it. */
  readonly version: string | null
  /**
   * Settings of the Strapi project that differ from the configuration, as a section for it; null if nothing
   * differs.
   */
  readonly configuration: Readonly<Record<string, unknown>> | null
  /** Imported roles whose permissions the configuration overrides, with an explanation. */
  readonly overridden: readonly string[]
}

/**
 * Imports the content of a Strapi 4 project in one transaction: all of it, or none if there is a mistake.
 * @param from an export archive, an SQLite file or a PostgreSQL URL, which is never changed
 * @throws StrapiSourceError for a source that can't be read, ImportError with all mistakes in the content
 */
export async function importFromStrapi(
  store: ContentStore,
  from: string,
  options: StrapiImportOptions = {},
): Promise<StrapiImport> {
  const { registry } = store.database
  const source = isArchive(from)
    ? openStrapiArchive({ file: from, key: options.key })
    : openStrapiDatabase(from, registry, options.ssl)
  try {
    return await importSource(store, source, options)
  } finally {
    await source.close()
  }
}

async function importSource(
  store: ContentStore,
  source: StrapiSource,
  options: StrapiImportOptions,
): Promise<StrapiImport> {
  const { database, accounts } = store
  const { registry } = database
  const survey = await source.survey()
  const report = new Report()
  const leaveOut = new Set(options.leaveOut)
  const types = selectTypes(survey, registry, leaveOut, report)
  for (const mistake of survey.mistakes) report.mistake('source', mistake)
  for (const { what, reason, count } of survey.leftOut) report.leftOut(what, reason, count)
  report.warnings.push(...survey.warnings)
  const access = planAccess(survey, accounts, report)
  const files = new FileCopier({ files: store.files, source, survey, report, options })
  files.reportTooLarge()
  const settings = compareSettings(survey, store, access, report)
  const context: PlanContext = {
    source,
    survey,
    registry,
    report,
    leaveOut,
    unique: new UniqueValues(),
    groups: groupLocalizations(survey.links, types),
    defaultLocale: settings.defaultLocale,
    now: new Date().toISOString(),
  }
  const total = [...types].reduce((sum, { uid }) => sum + (survey.ids.get(uid)?.size ?? 0), 0)
  const { dryRun, replace } = options
  const done = await importInTransaction(
    store,
    { mistakes: report.mistakes, dryRun, replace },
    async (transaction, writer) => {
      await deleteExisting(transaction, options, report)
      await writer.trust(({ schema, id }) => survey.ids.get(schema.uid)?.has(id) ?? false)
      const entries = await addEntries(writer, source, { context, types, total, files, options })
      reportUnreadLinks(context)
      report.mistakes.throwIfAny()
      await writer.finish()
      report.mistakes.throwIfAny()
      await writeAccess(transaction, access, { replace: options.replace ?? false, report })
      report.mistakes.throwIfAny()
      await storeImportedSettings(transaction, settings.stored)
      return { entries, files: await (dryRun ? files.check() : files.store()) }
    },
  ).catch(async (error: unknown) => {
    await files.revert()
    throw error
  })
  await files.confirm()
  if (!dryRun) await accounts.prepare()
  return {
    ...done,
    ...report.summary(),
    version: survey.version,
    configuration: settings.section,
    overridden: access.overridden,
  }
}

/** Types that hold no content, with the reason why they are left out; null for types that become settings. */
const otherTypes: ReadonlyMap<string, string | null> = new Map([
  [recordTypes.permission, null],
  [recordTypes.locale, null],
  ['plugin::upload.folder', 'the service has no media folders'],
  ['admin::permission', 'the service has no admin panel'],
  ['admin::role', 'the service has no admin panel'],
  ['admin::transfer-token', 'the service has no transfers'],
  ['admin::transfer-token-permission', 'the service has no transfers'],
  ['plugin::content-releases.release', 'the service has no releases'],
  ['plugin::content-releases.release-action', 'the service has no releases'],
])

function selectTypes(
  { ids }: Survey,
  { contentTypes }: Registry,
  leaveOut: ReadonlySet<string>,
  report: Report,
): ReadonlySet<ContentType> {
  const types = new Set<ContentType>()
  for (const [uid, { size }] of ids) {
    const type = contentTypes.get(uid)
    if (leaveOut.has(uid)) report.leftOut(uid, 'as requested by --leave-out', size)
    else if (type) types.add(type)
    else if (uid.startsWith('api::')) {
      report.mistake(
        uid,
        `the project has no such content type (${size} in the source). Add its schema, use --write-schemas with an archive, or leave it out: --leave-out ${uid}`,
      )
    } else {
      const reason = otherTypes.get(uid)
      if (reason !== null) report.leftOut(uid, reason ?? 'a type of a plugin', size)
    }
  }
  return types
}

/**
 * Deletes existing content: everything with `replace`, otherwise only the roles that every service creates.
 * @throws ImportError for a database with other content, without `replace`
 */
async function deleteExisting(
  transaction: WriteTransaction,
  { replace = false }: StrapiImportOptions,
  report: Report,
): Promise<void> {
  for (const type of replace ? [] : transaction.registry.contentTypes.values()) {
    const count = type.uid === roleType ? 0 : await countEntries(transaction, [type])
    if (count > 0) report.mistake(type.uid, `the database has ${count} already. Use an empty one, or --replace.`)
  }
  report.mistakes.throwIfAny()
  await deleteContent(transaction)
}

interface Adding {
  readonly context: PlanContext
  readonly types: ReadonlySet<ContentType>
  readonly total: number
  readonly files: FileCopier
  readonly options: StrapiImportOptions
}

/** Entries between two reports of progress. */
const progressStep = 2_000

async function addEntries(
  writer: RowWriter,
  source: StrapiSource,
  { context, types, total, files, options }: Adding,
): Promise<number> {
  const { registry, report } = context
  let done = 0
  for await (const entry of source.entries()) {
    const type = registry.contentTypes.get(entry.type)
    if (!type || !types.has(type)) continue
    const row = planEntry(type, files.withStoredUrls(entry), context)
    // After the first mistake, the import writes nothing more, but still looks for other mistakes.
    report.counter.add(row)
    if (report.mistakes.total === 0) await writer.add(row, 0)
    done++
    if (done % progressStep === 0) options.onProgress?.({ done, total })
  }
  options.onProgress?.({ done, total })
  return done
}

/** Reports links whose source entry or attribute doesn't exist. */
function reportUnreadLinks({ survey, registry, report, leaveOut }: PlanContext): void {
  for (const { type, name, links } of survey.links.fields()) {
    if (type === recordTypes.permission || leaveOut.has(type) || leaveOut.has(`${type}.${name}`)) continue
    const schema = registry.contentTypes.get(type) ?? registry.components.get(type)
    const attribute = schema?.attributes[name]
    if (attribute && name === 'localizations') continue
    for (const { source, targetType } of links.unread()) {
      if (!schema || (!attribute && !type.startsWith('api::'))) {
        report.leftOut(`${type}.${name}`, 'the service has no such relation')
      } else if (!attribute) {
        report.mistake(
          `${type} ${source}, ${name}`,
          `the schema has no such attribute. Add it, or leave it out: --leave-out ${type}.${name}`,
        )
      } else if (attribute.type === 'media' || targetType !== null || schema.model === 'component') {
        report.leftOut(`${type}.${name}`, 'belongs to entries and components that were deleted')
      } else report.mistake(`${type} ${source}, ${name}`, 'is a link of an entry that is not in the source.')
    }
  }
}

/**
 * Returns the least id in the localization group of each linked entry, by the entry's type and id. Strapi
 * links every pair of a group, but some of these links may be missing.
 */
function groupLocalizations(
  links: LinkStore,
  types: Iterable<ContentType>,
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const groups = new Map<string, ReadonlyMap<number, number>>()
  for (const { uid, localized } of types) if (localized) groups.set(uid, groupIds(links, uid))
  return groups
}

function groupIds(links: LinkStore, uid: string): ReadonlyMap<number, number> {
  const parents = new Map<number, number>()
  const root = (id: number): number => {
    let at = id
    for (let up = parents.get(at); up !== undefined && up !== at; up = parents.get(at)) at = up
    return at
  }
  for (const { source, target } of links.field(uid, 'localizations')) {
    const [a, b] = [root(source), root(target)]
    parents.set(Math.max(a, b), Math.min(a, b))
  }
  return new Map([...parents.keys()].map((id) => [id, root(id)]))
}
