import { expect, it } from 'vitest'
import { createContentApi } from '../../src/service.js'
import { newDatabases } from '../../../../tests/support/postgres.js'
import { amount, projectFolder, timeLimit } from './service-process.js'

const entries = amount('RESTORE_ENTRIES', 50)
const below = timeLimit('RESTORE_BELOW')

/** Each article has an author and one or two tags. */
function* content() {
  for (let id = 1; id <= entries / 10; id++) {
    yield { type: 'api::author.author', id, attributes: { name: `Author ${id}` } }
    yield { type: 'api::tag.tag', id, attributes: { name: `Tag ${id}` } }
  }
  for (let id = 1; id <= entries * 0.8; id++) {
    const [one, two] = [1 + (id % (entries / 10)), 1 + ((id * 7 + 1) % (entries / 10))]
    const tags = one === two ? [one] : [one, two]
    yield { type: 'api::article.article', id, attributes: { title: `Article ${id}`, author: one, tags } }
  }
}

it.each(newDatabases)('a snapshot restores many entries (%s)', async (name, newDatabase) => {
  // Each test has its own folder, because snapshots are stored in the project.
  const api = await createContentApi({ project: projectFolder(), database: (await newDatabase()).connection })
  await api.importEntries(content(), { replace: true })
  const count = async () => (await api.exportEntries(() => undefined)).entries
  const before = await count()
  await api.snapshots.save()
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    await api.importEntries([], { replace: true })
    const started = performance.now()
    await api.snapshots.restore()
    times.push(performance.now() - started)
  }
  const median = times.toSorted((a, b) => a - b)[2] as number
  const all = times.map(Math.round).join(', ')
  process.stdout.write(`${name}: ${before} entries restored in ${median.toFixed(0)} ms (${all})\n`)
  expect(await count()).toBe(before)
  expect(median).toBeLessThan(name === 'sqlite' ? below : Number.POSITIVE_INFINITY)
  await api.close()
})
