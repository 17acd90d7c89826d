import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { schemaFilesOf } from '../strapi-content/schema-files.js'
import type { StrapiSource } from '../strapi-content/source.js'
import { printable } from './printable.js'
import { CliError } from './report-error.js'

/** Writes the schemas of an archive into a project. Writes nothing when a file exists with other content. */
export async function writeSchemas(source: StrapiSource, project: string): Promise<void> {
  const { schemas } = await source.survey()
  if (schemas.size === 0) {
    throw new CliError(
      '--write-schemas needs an archive, because a database has no schema files. Copy src/ of the Strapi project.',
    )
  }
  const { files, leftOut } = schemaFilesOf(schemas)
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
