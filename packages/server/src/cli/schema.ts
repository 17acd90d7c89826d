import { resolve } from 'node:path'
import { loadProjectConfig } from '@content-api/project-files/load-config'
import type { Config } from '@content-api/core/config/schema'
import { loadModel } from '@content-api/strapi-project/code/loading/load-model'
import { type Database, openDatabase } from '@content-api/engine/database'
import {
  adviceOnMissing,
  describeChange,
  describeExposed,
  describeFilled,
  describeLoss,
  describeMissing,
  diffSchema,
  type SchemaDiff,
  type SyncOptions,
  syncSchema,
} from '@content-api/engine/schema'
import { readImportedSettings } from '@content-api/engine/project-store'
import { isDocumentProject } from '../project-generation.js'
import type { TransferOptions } from './import.js'
import { CliError } from './report-error.js'

export async function schemaDiff(options: TransferOptions): Promise<void> {
  await withDatabase(options, async (database, { i18n }) => {
    const diff = await diffSchema(database, i18n)
    printChanges(diff)
    printRequired(diff)
    printList('Content would be lost:', diff.losses.map(describeLoss))
    printList('Decide with --drafts or --localizations:', diff.exposed.map(describeExposed))
    printList('Conflicts:', diff.conflicts)
    if ([diff.losses, diff.exposed, diff.conflicts].some(({ length }) => length > 0)) process.exitCode = 1
  })
}

export async function schemaApply(options: TransferOptions & SyncOptions): Promise<void> {
  await withDatabase(options, async (database, { i18n }) => {
    const diff = await syncSchema(database, { ...options, defaultLocale: i18n.defaultLocale })
    printChanges(diff)
    printRequired(diff)
  })
}

/** Opens the database without updating it to the schemas, unlike commands that open the whole service. */
async function withDatabase(
  { project, database: url }: TransferOptions,
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> {
  const folder = resolve(project)
  if (isDocumentProject(folder)) {
    throw new CliError(
      'A Strapi 5 project has the tables of Strapi: each start adds what its schema files have and they lack.',
    )
  }
  const loaded = await loadProjectConfig({ project: folder, overrides: url === undefined ? {} : { database: url } })
  const { registry } = await loadModel(folder, loaded.config)
  const database = await openDatabase({ registry, connection: loaded.config.database })
  try {
    await work(database, loaded.withStored((await readImportedSettings(database)) ?? {}))
  } finally {
    await database.close()
  }
}

function printChanges({ changes }: SchemaDiff): void {
  if (changes.length === 0) console.log('The database matches the schemas.')
  for (const change of changes) console.log(describeChange(change))
}

function printRequired({ required: { filled, missing } }: SchemaDiff): void {
  printList('Entries get the default of an attribute that becomes required:', filled.map(describeFilled))
  printList(`Required values are missing. ${adviceOnMissing}:`, missing.map(describeMissing))
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log([`\n${title}`, ...lines.map((line) => `  ${line}`)].join('\n'))
}
