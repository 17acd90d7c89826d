import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import type { ContentType, Registry } from '@content-api/model'
import {
  type FileFormat,
  findType,
  type ImportFileContent,
  type PlainValues,
  readImportFile,
} from '@content-api/migrate/plain-files'
import type { ImportFromStrapiOptions } from './import-from-strapi.js'
import { CliError } from './report-error.js'
import { openProject, type ProjectOptions } from './open-project.js'
import { progressBar, rateOf } from './progress.js'
import { describeSummary, tableOf } from './table.js'

export type TransferOptions = ProjectOptions

export interface ImportFileOptions extends TransferOptions {
  readonly replace?: boolean
  /** Writes nothing and prints a summary. */
  readonly dryRun?: boolean
  /** The content type of a plain file. */
  readonly type?: string
  /** The format of a plain file. By default its extension decides. */
  readonly format?: FileFormat
  readonly delimiter?: string
}

/** Options that only apply to imports from Strapi. */
const strapiOptions = ['key', 'uploads', 'downloadFiles', 'writeSchemas', 'leaveOut'] as const

/** Options that only apply to plain files: CSV, JSON, and JSON lines of one type. */
const plainFileOptions = ['type', 'format', 'delimiter'] as const

/** Runs `import <file>` or `import --from-strapi <source>`. */
export async function importContent(
  file: string | undefined,
  { fromStrapi, ...options }: ImportFromStrapiOptions & ImportFileOptions & { readonly fromStrapi?: string | true },
): Promise<void> {
  if (fromStrapi !== undefined) {
    if (file !== undefined) throw new CliError('Use either a file or --from-strapi, not both.')
    const plain = plainFileOptions.find((name) => options[name] !== undefined)
    if (plain !== undefined) throw new CliError(`--${plain} only applies to a file, not to --from-strapi.`)
    return (await import('./import-from-strapi.js')).importFromStrapi(fromStrapi, options)
  }
  if (file === undefined) throw new CliError('Name a file to import, or use --from-strapi <source>.')
  const stray = strapiOptions.find((name) => options[name] !== undefined)
  if (stray !== undefined) throw new CliError(`--${kebab(stray)} needs --from-strapi.`)
  return importFile(file, options)
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

async function importFile(file: string, options: ImportFileOptions): Promise<void> {
  const { project, database, replace = false, dryRun = false } = options
  if (replace && options.type !== undefined) {
    throw new CliError(
      "--replace deletes the content of all types, so it can't be used with --type. Use it with an export of all content.",
    )
  }
  const { stream, size } = await openSource(file)
  const api = await openProject({ project, ...(database === undefined ? {} : { database }) })
  const started = performance.now()
  const bar = await progressBar(dryRun ? 'Checking' : 'Importing', size)
  let read = 0
  const counted = stream.pipe(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        read += chunk.length
        done(null, chunk)
      },
    }),
  )
  stream.on('error', (error) => counted.destroy(error))
  try {
    const { lines, first } = readSource(file, counted, api.registry, options)
    const importing = api.importEntries(lines, {
      replace,
      dryRun,
      onProgress: (done) => bar.update(Math.min(read, size), rateOf(done, started)),
    })
    const { entries, summary } = await importing.finally(() => {
      bar.stop()
      if (dryRun && first.length > 0) console.log(describeFirst(first))
    })
    if (dryRun) console.log(describeSummary(summary))
    process.stderr.write(
      dryRun ? 'Nothing was imported: this was a dry run.\n' : `Imported ${rateOf(entries, started)}.\n`,
    )
  } finally {
    bar.stop()
    await api.close()
  }
}

const formats: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
}

/** Reads the lines of an export, or the entries of a plain file. */
function readSource(
  file: string,
  source: Readable,
  registry: Registry,
  { type: name, format: chosenFormat, delimiter }: ImportFileOptions,
): ImportFileContent {
  const extension = extname(file).toLowerCase()
  const format = chosenFormat ?? formats[extension] ?? 'jsonl'
  const type = name === undefined ? null : requireType(name, registry)
  if (format === 'csv' && type === null) throw new CliError('A CSV file needs --type, such as --type articles.')
  if (delimiter !== undefined && format !== 'csv') throw new CliError('--delimiter only applies to CSV files.')
  const cells = delimiter ?? (extension === '.tsv' ? '\t' : ',')
  return readImportFile({ source, format, type, delimiter: cells }, registry)
}

function requireType(name: string, registry: Registry): ContentType {
  const found = findType(name, registry)
  if ('uid' in found) return found
  throw new CliError(`There is no content type "${name}".${found.near ? ` Did you mean "${found.near}"?` : ''}`)
}

async function openSource(file: string): Promise<{ stream: Readable; size: number }> {
  if (file === '-') return { stream: process.stdin, size: 0 }
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new CliError(`There is no file "${file}".`)
  return { stream: createReadStream(file), size: found.size }
}

/** Maximum number of characters of a value that a dry run shows. */
const longestShown = 30

function describeFirst(first: readonly PlainValues[]): string {
  const rows = first.flatMap(({ line, type, values }) =>
    Object.entries(values).map(([name, value], index) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
      return [index === 0 ? line : '', index === 0 ? type.uid : '', name, shown]
    }),
  )
  return tableOf(['line', 'type', 'attribute', 'value'], rows)
}
