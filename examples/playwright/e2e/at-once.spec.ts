import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './test.js'

// Each of the two tests waits until the other one runs. So they can only pass in different workers.
for (const [own, other] of [
  ['left', 'right'],
  ['right', 'left'],
] as const) {
  test(`finds its own notes while another worker writes (${own})`, async ({ content, request }, { project }) => {
    // Playwright empties the output folder at the start of a run.
    const folder = join(project.outputDir, 'at-once')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, own), '')
    await expect.poll(() => existsSync(join(folder, other))).toBe(true)
    const notes = `${content.url}/api/notes`
    for (let n = 0; n < 20; n++) await request.post(notes, { data: { data: { text: own } } })
    const response = await request.get(`${notes}?filters[id][$gt]=2&pagination[pageSize]=100`)
    const { data } = (await response.json()) as { data: { attributes: { text: string } }[] }
    expect(data.map(({ attributes }) => attributes.text)).toEqual(Array(20).fill(own))
  })
}
