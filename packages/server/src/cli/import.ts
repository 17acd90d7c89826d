import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { CliError } from './report-error.js'
import { openProject, type ProjectOptions } from './open-project.js'
import { progressBar, rateOf } from './progress.js'
import { describeSummary } from './summary.js'

export type TransferOptions = ProjectOptions

export interface ImportFileOptions extends TransferOptions {
  readonly replace?: boolean
  /** Writes nothing and prints a summary. */
  readonly dryRun?: boolean
}

export async function importFile(
  file: string,
  { project, database, replace = false, dryRun = false }: ImportFileOptions,
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
    const { entries, summary } = await api.importEntries(lines, {
      replace,
      dryRun,
      onProgress: (done) => bar.update(Math.min(read, size), rateOf(done, started)),
    })
    bar.stop()
    if (dryRun) console.log(describeSummary(summary))
    process.stderr.write(
      dryRun ? 'Nothing was imported: this was a dry run.\n' : `Imported ${rateOf(entries, started)}.\n`,
    )
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
