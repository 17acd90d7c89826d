import { copyFile, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import cliProgress from 'cli-progress'
import { atlasEntries, flagFile } from './entries.mjs'

/** Regions, languages, currencies, flags, both locales of 250 countries, and the cities. */
const expected = 172_146

/** Loads the atlas into a content service without content. Rejects when the signal aborts, and loads nothing then. */
export async function loadAtlas(api, signal) {
  const bar = new cliProgress.SingleBar({
    format: 'Loading the atlas {bar} {percentage}% of {total} entries, {rate} a second',
    clearOnComplete: false,
    noTTYOutput: true,
    notTTYSchedule: 2000,
    stream: process.stderr,
  })
  const started = performance.now()
  bar.start(expected, 0, { rate: 0 })
  try {
    const { entries } = await api.importEntries(until(signal, atlasEntries()), {
      onProgress: (done) => bar.update(done, { rate: Math.round((done / (performance.now() - started)) * 1000) }),
    })
    bar.setTotal(entries)
    bar.update(entries)
    return { entries, seconds: (performance.now() - started) / 1000 }
  } finally {
    bar.stop()
  }
}

async function* until(signal, entries) {
  for await (const entry of entries) {
    signal?.throwIfAborted()
    yield entry
  }
}

/** Copies the pictures of the flags to the folder of the local upload provider. */
export async function copyFlags(codes) {
  const folder = fileURLToPath(new URL('./public/uploads/', import.meta.url))
  await mkdir(folder, { recursive: true })
  await Promise.all(
    codes.map(async (code) => {
      const from = flagFile(code)
      if (await stat(from).catch(() => null)) await copyFile(from, join(folder, `flag_${code.toLowerCase()}.svg`))
    }),
  )
}
