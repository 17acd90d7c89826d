import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { TransferOptions } from './import.js'
import { openProject, type ProjectOptions } from './open-project.js'
import { progressBar, rateOf } from './progress.js'
import { replaceFile } from './replace-file.js'
import type { LostContent } from '@content-api/migrate/strapi'
import { exportToStrapi } from '../migration.js'
import { CliError } from './report-error.js'
import { tableOf } from './table.js'

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
