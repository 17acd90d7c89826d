import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { createContentApi } from '../server.js'
import type { TransferOptions } from './import.js'
import { progressBar } from './progress.js'
import { rateOf } from './rate.js'

export async function exportFile(file: string | undefined, { project, database }: TransferOptions): Promise<void> {
  const api = await createContentApi({ project: resolve(project), ...(database === undefined ? {} : { database }) })
  try {
    const output = file === undefined ? process.stdout : createWriteStream(file)
    const started = performance.now()
    const bar = await progressBar('Exporting', 100)
    const { entries } = await api.exportEntries(
      async (line) => {
        if (!output.write(`${line}\n`)) await once(output, 'drain')
      },
      { onProgress: (done, total) => bar.update((100 * done) / Math.max(total, 1), rateOf(done, started)) },
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
