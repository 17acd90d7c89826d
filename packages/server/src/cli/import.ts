import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { CliError } from './cli-error.js'
import { openProject, type ProjectOptions } from './open-project.js'
import { progressBar } from './progress.js'
import { rateOf } from './rate.js'
import { readLines } from './read-lines.js'

export type TransferOptions = ProjectOptions

export async function importFile(
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
