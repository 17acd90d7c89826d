import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { TransferOptions } from './import.js'
import { openProject } from './open-project.js'
import { progressBar, rateOf } from './progress.js'

export async function exportFile(
  file: string | undefined,
  { access = false, ...options }: TransferOptions & { readonly access?: boolean },
): Promise<void> {
  const api = await openProject(options)
  try {
    const output = file === undefined ? process.stdout : createWriteStream(file)
    const started = performance.now()
    const bar = await progressBar('Exporting', 100)
    const { entries } = await api.exportEntries(
      async (line) => {
        if (!output.write(`${line}\n`)) await once(output, 'drain')
      },
      { access, onProgress: (done, total) => bar.update((100 * done) / Math.max(total, 1), rateOf(done, started)) },
    )
    if (output !== process.stdout) {
      output.end()
      await finished(output)
    }
    bar.stop()
    process.stderr.write(`Exported ${rateOf(entries, started)}.\n`)
  } finally {
    await api.close()
  }
}
