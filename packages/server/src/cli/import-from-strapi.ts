import { existsSync } from 'node:fs'
import { resolve, dirname, join } from 'node:path'
import { isRecord } from '@content-api/model'
import { strapiDatabase } from '@content-api/project-files/strapi/strapi-database'
import { isDocumentProject } from '../project-generation.js'
import { type StrapiImport, readStrapiSchemas } from '@content-api/migrate/strapi'
import { importStrapi } from '../migration.js'
import { type ProjectOptions, openProject } from './open-project.js'
import { progressBar, rateOf } from './progress.js'
import { CliError, printable } from './report-error.js'
import { describeSummary } from './table.js'
import { mkdir, readFile, writeFile } from 'node:fs/promises'

export interface ImportFromStrapiOptions extends ProjectOptions {
  readonly key?: string | undefined
  readonly uploads?: string
  readonly downloadFiles?: boolean
  readonly replace?: boolean
  readonly writeSchemas?: boolean
  readonly dryRun?: boolean
  readonly leaveOut?: readonly string[]
}

/** @param source `true`: the database of the project itself */
export async function importFromStrapi(source: string | true, options: ImportFromStrapiOptions): Promise<void> {
  const { project, database, dryRun = false, writeSchemas = false, ...more } = options
  // Before its database is looked for.
  if (isDocumentProject(project)) {
    throw new CliError(
      'A Strapi 5 project needs no import: "content-api dev" and "content-api start" serve the content of its own database.',
    )
  }
  const { from, ssl } = source === true ? await ownDatabase(project) : { from: source }
  const uploads = resolve(project, 'public', 'uploads')
  const others = {
    ...(source === true && existsSync(uploads) && { uploads }),
    ...(ssl !== undefined && { ssl }),
    ...more,
  }
  if (writeSchemas) {
    if (dryRun)
      throw new CliError('--dry-run writes no schemas. Import into an empty database with --write-schemas first.')
    await writeSchemaFiles(from, project, options.key)
  }
  const api = await openProject({
    project,
    // A dry run changes nothing: it does not even create tables.
    ...(dryRun ? { database: ':memory:' } : database === undefined ? {} : { database }),
  })
  const started = performance.now()
  const bar = await progressBar(dryRun ? 'Checking' : 'Importing', 100)
  try {
    const imported = await importStrapi(api, from, {
      ...others,
      dryRun,
      onProgress: ({ done, total }) => bar.update((100 * done) / Math.max(total, 1), rateOf(done, started)),
    })
    bar.stop()
    printSummary(imported)
    process.stderr.write(
      dryRun ? 'Nothing was imported: this was a dry run.\n' : `Imported ${rateOf(imported.entries, started)}.\n`,
    )
  } finally {
    bar.stop()
    await api.close()
  }
}

/** Returns the database that `config/database` of a Strapi project names. */
async function ownDatabase(project: string): Promise<{ readonly from: string; readonly ssl?: boolean | object }> {
  const found = await strapiDatabase(project)
  if (found.kind === 'postgres') {
    // pg also reads the text of an environment variable.
    const ssl = found.ssl === 'true' ? true : found.ssl
    return { from: found.url, ...((typeof ssl === 'boolean' || isRecord(ssl)) && { ssl }) }
  }
  if (found.kind === 'other') {
    throw new CliError(
      `config/database names a database of ${found.client}, which can't be read. Run "strapi export --no-encrypt", and pass its archive: --from-strapi export.tar.gz`,
    )
  }
  if (existsSync(found.file)) return { from: found.file }
  throw new CliError(
    `The SQLite file of config/database doesn't exist: ${found.file}. Pass another database or an archive: --from-strapi <source>`,
  )
}

function printSummary(imported: StrapiImport): void {
  console.log(describeSummary(imported))
  console.log(`Files: ${imported.files}`)
  for (const role of imported.overridden) console.log(printable(`Overridden: ${role}.`))
  for (const warning of imported.warnings) process.stderr.write(`Warning: ${printable(warning)}\n`)
  if (imported.configuration) {
    process.stderr.write(
      'These settings of the Strapi project are stored in the database, and apply from the next start. To change one of them, add it to the configuration:\n',
    )
    console.log(printable(sectionOf(imported.configuration)))
  }
}

/** Returns lines that fit into a configuration in JSON and in JavaScript. */
const sectionOf = (configuration: Readonly<Record<string, unknown>>) =>
  JSON.stringify(configuration, null, 2).slice(2, -2)

/**
 * Writes the schemas of an archive into a project. Writes nothing when a file exists with other content.
 * @param key the key of an encrypted archive
 */
async function writeSchemaFiles(from: string, project: string, key?: string): Promise<void> {
  const schemas = await readStrapiSchemas(from, key)
  if (schemas === null) {
    throw new CliError(
      '--write-schemas needs an archive with schemas. For a database, copy src/ of the Strapi project.',
    )
  }
  const { files, leftOut } = schemas
  const texts = files.map(({ path, json }) => ({
    path: join(resolve(project), path),
    text: `${JSON.stringify(json, null, 2)}\n`,
  }))
  const taken: string[] = []
  for (const { path, text } of texts) {
    const existing = await readFile(path, 'utf8').catch(() => null)
    if (existing !== null && existing !== text) taken.push(path)
  }
  if (taken.length > 0) {
    throw new CliError(
      `--write-schemas doesn't overwrite files. Remove these files, or import without --write-schemas:\n${taken.join('\n')}`,
    )
  }
  for (const { path, text } of texts) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  process.stderr.write(`Wrote ${files.length} schema files.\n`)
  for (const { what, reason } of leftOut) process.stderr.write(`${printable(`Schemas: ${what} – ${reason}`)}\n`)
}
