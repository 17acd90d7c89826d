import { isArchive, archiveSource } from '../strapi-content/archive/archive-source.js'
import type { StrapiImport } from '../strapi-content/import-strapi-content.js'
import { type ProjectOptions, openProject } from './open-project.js'
import { progressBar, rateOf } from './progress.js'
import { CliError } from './report-error.js'
import { printable } from './printable.js'
import { printTable } from './table.js'

export interface ImportFromStrapiOptions extends ProjectOptions {
  readonly key?: string | undefined
  readonly uploads?: string
  readonly downloadFiles?: boolean
  readonly replace?: boolean
  readonly writeSchemas?: boolean
  readonly dryRun?: boolean
  readonly leaveOut?: readonly string[]
}

export async function importFromStrapi(from: string, options: ImportFromStrapiOptions): Promise<void> {
  const { project, database, dryRun = false, writeSchemas = false, ...others } = options
  if (writeSchemas) {
    if (dryRun)
      throw new CliError('--dry-run writes nothing: write the schemas first, with an import into an empty database.')
    if (!isArchive(from))
      throw new CliError('--write-schemas needs an archive: for a database, copy src/ of the Strapi project.')
    await (await import('./write-schemas.js')).writeSchemas(archiveSource({ file: from, key: options.key }), project)
  }
  const api = await openProject({
    project,
    // A dry run leaves no trace, not even tables.
    ...(dryRun ? { database: ':memory:' } : database === undefined ? {} : { database }),
  })
  const started = performance.now()
  const bar = await progressBar('Importing', 100)
  try {
    const imported = await api.importStrapi(from, {
      ...others,
      dryRun,
      onProgress: ({ done, total }) => bar.update((100 * done) / Math.max(total, 1), rateOf(done, started)),
    })
    bar.stop()
    printSummary(imported)
    process.stderr.write(
      dryRun
        ? `Nothing was written: this was a dry run of ${rateOf(imported.entries, started)}.\n`
        : `Imported ${rateOf(imported.entries, started)}.\n`,
    )
  } finally {
    bar.stop()
    await api.close()
  }
}

function printSummary({ types, files, leftOut, warnings, configuration, overridden }: StrapiImport): void {
  printTable(
    ['type', 'entries', 'relations', 'media'],
    types.map(({ type, entries, relations, files: media }) => [type, entries, relations, media]),
  )
  console.log(`Files: ${files}`)
  if (leftOut.length > 0) {
    printTable(
      ['left out', 'how often', 'why'],
      leftOut.map(({ what, count, why }) => [what, count, why]),
    )
  }
  for (const role of overridden) console.log(printable(`Overridden: ${role}.`))
  for (const warning of warnings) process.stderr.write(`Warning: ${printable(warning)}\n`)
  if (configuration) {
    process.stderr.write('To have what the Strapi project had, put this into the configuration:\n')
    console.log(printable(sectionOf(configuration)))
  }
}

/** A section of `content-api.config.ts`. */
function sectionOf(configuration: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(configuration, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
  return json.slice(2, -2)
}
