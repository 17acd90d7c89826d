import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { ImportFromStrapiOptions } from './import-from-strapi.js'
import { CliError } from './report-error.js'
import { openProject, type ProjectOptions } from './open-project.js'
import { progressBar, rateOf } from './progress.js'

export type TransferOptions = ProjectOptions

/** Options that only an import from Strapi has. */
const ofStrapi = ['key', 'uploads', 'downloadFiles', 'writeSchemas', 'leaveOut', 'dryRun'] as const

/** `import <file>` and `import --from-strapi <source>`. */
export async function importContent(
  file: string | undefined,
  { fromStrapi, ...options }: ImportFromStrapiOptions & { readonly fromStrapi?: string },
): Promise<void> {
  if (fromStrapi !== undefined) {
    if (file !== undefined) throw new CliError('Give either a file or --from-strapi, not both.')
    return (await import('./import-from-strapi.js')).importFromStrapi(fromStrapi, options)
  }
  if (file === undefined) throw new CliError('Give a file of JSON lines, or --from-strapi <source>.')
  const stray = ofStrapi.find((name) => options[name] !== undefined)
  if (stray !== undefined) throw new CliError(`--${kebab(stray)} needs --from-strapi.`)
  return importFile(file, options)
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

async function importFile(
  file: string,
  { project, database, replace = false }: TransferOptions & { readonly replace?: boolean },
): Promise<void> {
  const { stream, size } = await openSource(file)
  const api = await openProject({ project, ...(database === undefined ? {} : { database }) })
  const started = performance.now()
  const bar = await progressBar('Importing', size)
  let read = 0
  const lines = readLines(stream, (bytes) => {
    read = bytes
  })
  try {
    const { entries } = await api.importEntries(lines, {
      replace,
      onProgress: (done) => bar.update(Math.min(read, size), rateOf(done, started)),
    })
    bar.stop()
    process.stderr.write(`Imported ${rateOf(entries, started)}.\n`)
  } finally {
    bar.stop()
    await api.close()
  }
}

async function openSource(file: string): Promise<{ stream: Readable; size: number }> {
  if (file === '-') return { stream: process.stdin, size: 0 }
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new CliError(`There is no file "${file}".`)
  return { stream: createReadStream(file), size: found.size }
}

/** The lines of a stream, and how far it has been read; unlike readline it fails when the stream does. */
async function* readLines(stream: Readable, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    onBytes(bytes)
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest + decoder.decode()
}
