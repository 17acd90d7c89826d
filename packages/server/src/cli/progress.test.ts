import { expect, it } from 'vitest'
import { progressBar } from './progress.js'

it('writes a line with the remaining time every ten seconds when there is no terminal', async () => {
  let time = 0
  let written = ''
  const output = { write: (text: string) => (written += text) }
  const bar = await progressBar('Importing', 1_000, { output, now: () => time })
  for (time = 0; time < 30_000; time += 1_000) bar.update(time / 100, `${time} entries`)
  bar.stop()
  expect(written).toBe(
    'Importing 10 %, 10000 entries, about 1 min 30 s left\nImporting 20 %, 20000 entries, about 1 min 20 s left\n',
  )
})
