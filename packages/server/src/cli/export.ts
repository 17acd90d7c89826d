import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { TransferOptions } from './import.js'
import { openProject } from './open-project.js'
import { progressBar, rateOf } from './progress.js'
import { replaceFile } from './replace-file.js'

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
