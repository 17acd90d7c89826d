import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readStrapiSchemas } from '@content-api/migrate/strapi'
import { printable } from './printable.js'
import { CliError } from './report-error.js'

/**
 * Writes the schemas of an archive into a project. Writes nothing when a file exists with other content.
 * @param key the key of an encrypted archive
 */
export async function writeSchemas(from: string, project: string, key?: string): Promise<void> {
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
