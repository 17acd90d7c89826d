import type { ContentType, Registry } from '@content-api/model'
import type { Accounts } from '../auth/accounts.js'
import type { Config } from '../config/schema.js'
import type { UploadProvider } from '../config/upload-provider.js'
import { once } from '../entries/transfer/once.js'
import { roleType } from '../query/account-types.js'
import type { Database, WriteTransaction } from '../storage/database.js'
import { countEntries } from '../storage/transfer/read-entries.js'
import { deleteContent, RowWriter } from '../storage/transfer/row-writer.js'
import { planAccess, writeAccess } from './access.js'
import { FileCopier } from './copy-files.js'
import { localizationGroups } from './localization-groups.js'
import type { StrapiImportOptions } from './import-options.js'
import type { PlanContext } from './plan-context.js'
import { planEntry } from './plan-entry.js'
import { Report, type Summary } from './report.js'
import { differingSettings } from './settings.js'
import { type StrapiSource, type Survey, recordTypes } from './source.js'
import { UniqueValues } from './unique-values.js'

export interface StrapiImport extends Summary {
  readonly entries: number
  /** Files that were stored. */
  readonly files: number
  /** The version of Strapi, where the source says it. */
  readonly version: string | null
  /** What the configuration says otherwise than Strapi did, as a section of it; null where they agree. */
  readonly configuration: Readonly<Record<string, unknown>> | null
  /** What `permissions` in the configuration changes about the imported roles. */
  readonly overridden: readonly string[]
}

export interface ImportParts {
  readonly database: Database
  readonly registry: Registry
  readonly config: Config
  readonly accounts: Accounts
  readonly provider: UploadProvider
  /** The folder of uploaded files; null for other providers. */
  readonly directory: string | null
}

/**
 * Imports the content of a Strapi project in one transaction.
 * @throws StrapiSourceError for a source that can't be read, ImportError with every mistake
 */
export async function importStrapiContent(
  parts: ImportParts,
  source: StrapiSource,
  options: StrapiImportOptions = {},
): Promise<StrapiImport> {
  const { database, registry, config, accounts } = parts
  const survey = await source.survey()
  const report = new Report()
  const leaveOut = new Set(options.leaveOut)
  const types = typesToImport(survey, registry, leaveOut, report)
  for (const mistake of survey.mistakes) report.mistake('source', mistake)
  for (const { what, reason, count } of survey.leftOut) report.leftOut(what, reason, count)
  report.warnings.push(...survey.warnings)
  const access = planAccess(survey, { ...accounts, actions: accounts.scope.actions }, report)
  const files = new FileCopier({ ...parts, source, survey, report, options })
  files.noteTooLarge()
  const settings = differingSettings(survey, config, access, report)
  const context: PlanContext = {
    source,
    survey,
    registry,
    report,
    leaveOut,
    unique: new UniqueValues(),
    groups: localizationGroups(survey.links, types),
    defaultLocale: settings.defaultLocale,
    now: new Date().toISOString(),
  }
  const total = [...types].reduce((sum, { uid }) => sum + (survey.ids.get(uid)?.size ?? 0), 0)
  let writer: RowWriter | undefined
  const work = once(async (transaction) => {
    await makeRoom(transaction, options, report)
    writer = new RowWriter(transaction, report.mistakes)
    await writer.trust(({ schema, id }) => survey.ids.get(schema.uid)?.has(id) ?? false)
    const entries = await addEntries(writer, source, { context, types, total, files, options })
    noteUntaken(context)
    report.mistakes.throwIfAny()
    await writer.finish()
    report.mistakes.throwIfAny()
    await writeAccess(transaction, access, { replace: options.replace ?? false, report })
    report.mistakes.throwIfAny()
    if (options.dryRun) throw new DryRunDone(entries, await files.check())
    await writer.continueIds()
    return { entries, files: await files.store() }
  })
  const done = await database.write(work).catch(async (error: unknown) => {
    if (error instanceof DryRunDone) return { entries: error.entries, files: error.files }
    await files.takeBack()
    throw writer?.explain(error) ?? error
  })
  if (!options.dryRun) await accounts.prepare()
  return {
    ...done,
    ...report.summary(),
    version: survey.version,
    configuration: settings.section,
    overridden: access.overridden,
  }
}

/** Ends the transaction of a dry run. */
class DryRunDone extends Error {
  constructor(
    readonly entries: number,
    readonly files: number,
  ) {
    super('dry run')
  }
}

/** Types that hold no content, and what becomes of them. */
const otherTypes: Readonly<Record<string, string | null>> = {
  [recordTypes.permission]: null,
  [recordTypes.locale]: null,
  'plugin::upload.folder': 'the service has no media folders',
  'admin::permission': 'the service has no admin panel',
  'admin::role': 'the service has no admin panel',
  'admin::transfer-token': 'the service has no transfers',
  'admin::transfer-token-permission': 'the service has no transfers',
  'plugin::content-releases.release': 'the service has no releases',
  'plugin::content-releases.release-action': 'the service has no releases',
}

function typesToImport(
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
    } else if (otherTypes[uid] !== null) report.leftOut(uid, otherTypes[uid] ?? 'a type of a plugin', size)
  }
  return types
}

/** Deletes what is there: everything with `replace`, otherwise the roles that every service makes itself. */
async function makeRoom(
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
    const row = planEntry(type, files.placed(entry), context)
    // After a mistake the others are still found, and nothing more is written.
    report.counter.add(row)
    if (report.mistakes.total === 0) await writer.add(row, 0)
    done++
    if (done % progressStep === 0) options.onProgress?.({ done, total })
  }
  options.onProgress?.({ done, total })
  return done
}

/** Links of what isn't there, and of attributes that aren't. */
function noteUntaken({ survey, registry, report, leaveOut }: PlanContext): void {
  for (const { type, name, links } of survey.links.fields()) {
    if (type === recordTypes.permission || leaveOut.has(type) || leaveOut.has(`${type}.${name}`)) continue
    const schema = registry.contentTypes.get(type) ?? registry.components.get(type)
    const attribute = schema?.attributes[name]
    if (attribute && name === 'localizations') continue
    for (const { source, targetType } of links.untaken()) {
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
