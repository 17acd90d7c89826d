import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { TransferOptions } from './import.js'
import { openProject, type ProjectOptions } from './open-project.js'
import { progressBar, rateOf } from './progress.js'
import type { LostContent } from '@content-api/migrate/strapi'
import { exportToStrapi } from '../migration.js'
import { CliError } from './report-error.js'
import { tableOf } from './table.js'
import { randomUUID } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'

export async function exportFile(
  file: string | undefined,
  { access = false, ...options }: TransferOptions & { readonly access?: boolean },
): Promise<void> {
  const api = await openProject(options)
  const started = performance.now()
  const bar = await progressBar('Exporting', 100)
  const exportTo = (output: Writable) =>
    api.exportEntries((line) => writeLine(output, line), {
      access,
      onProgress: (done, total) => bar.update((100 * done) / Math.max(total, 1), rateOf(done, started)),
    })
  try {
    const { entries } = await (file === undefined ? exportTo(process.stdout) : replaceFile(file, exportTo))
    bar.stop()
    process.stderr.write(`Exported ${rateOf(entries, started)}.\n`)
  } finally {
    bar.stop()
    await api.close()
  }
}

async function writeLine(output: Writable, line: string): Promise<void> {
  // A stream that has failed would never drain.
  if (output.errored) throw output.errored
  if (!output.write(`${line}\n`)) await once(output, 'drain')
}

/** Writes an archive for `strapi import`. Prints on standard output what won't work in Strapi. */
export async function exportToStrapiFile(file: string, options: ProjectOptions): Promise<void> {
  if (!/\.tar(\.gz)?$/.test(file)) throw new CliError(`The name of the archive must end in .tar or .tar.gz: "${file}".`)
  const api = await openProject(options)
  const started = performance.now()
  const bar = await progressBar('Exporting', 100)
  try {
    const { entries, files, lost } = await exportToStrapi(api, file, {
      onProgress: (done, total) => bar.update((100 * done) / Math.max(total, 1), rateOf(done, started)),
    })
    bar.stop()
    if (lost.length > 0) console.log(tableOf(['will not work in Strapi', 'why'], byReason(lost)))
    if (api.open) {
      process.stderr.write(
        'Without "permissions" in the configuration, every request is allowed here. In Strapi, roles only have the permissions that the database holds.\n',
      )
    }
    process.stderr.write(`Exported ${rateOf(entries, started)}, with ${files} files.\n`)
    process.stderr.write(`Import it in the Strapi project with: npx strapi import --force --file ${file}\n`)
  } finally {
    bar.stop()
    await api.close()
  }
}

/** Maximum number of names that are printed for each reason. */
const mostNames = 50

function byReason(lost: readonly LostContent[]): string[][] {
  const reasons = new Map<string, string[]>()
  for (const { what, reason } of lost) reasons.set(reason, [...(reasons.get(reason) ?? []), what])
  return [...reasons].map(([reason, names]) => {
    const more = names.length > mostNames ? [`… and ${names.length - mostNames} more`] : []
    return [[...names.slice(0, mostNames), ...more].join('\n'), reason]
  })
}

/**
 * Writes a file. An existing file is replaced once the new one is complete: after an error, SIGINT or SIGTERM
 * it is unchanged. Pipes and devices, such as `/dev/stdout`, are written directly.
 */
export async function replaceFile<Result>(file: string, write: (output: Writable) => Promise<Result>): Promise<Result> {
  const existing = await stat(file).catch(() => null)
  if (existing && !existing.isFile()) return writeTo(createWriteStream(file), write)
  // A symbolic link stays, because others may read the file by its own name.
  const target = existing ? await realpath(file) : file
  const next = `${target}.${randomUUID()}`
  const stop = (signal: NodeJS.Signals) => {
    rmSync(next, { force: true })
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.once(signal, stop)
  try {
    // The owner may have made the existing file private. `flush`: a crash of the machine leaves one of the two files.
    const output = createWriteStream(next, { flags: 'wx', mode: existing?.mode ?? 0o666, flush: true })
    const result = await writeTo(output, write)
    await rename(next, target)
    return result
  } catch (error) {
    await rm(next, { force: true })
    throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Resolves when the stream has written everything and is closed. */
async function writeTo<Result>(output: Writable, write: (output: Writable) => Promise<Result>): Promise<Result> {
  const written = finished(output)
  // An error of the stream must not end the process before `write` notices it.
  written.catch(() => undefined)
  try {
    const result = await write(output)
    output.end()
    await written
    return result
  } catch (error) {
    output.destroy()
    // The file may still be opening.
    await written.catch(() => undefined)
    throw error
  }
}
