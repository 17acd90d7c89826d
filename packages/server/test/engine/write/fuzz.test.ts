import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '@content-api/engine/errors'
import { plan } from './plans.js'
import { databases } from '../../../../../tests/support/postgres.js'
import { WriteStore } from './store.js'

const runs = Number(process.env['WRITE_FUZZ'] ?? 75)
const seed = Number(process.env['FUZZ_SEED'] ?? 1_786_114)

const id = fc.oneof(fc.integer({ min: -1, max: 6 }), fc.constantFrom('1', '01', 'x', 1.5, null, true, 1e21))
const position = fc.oneof(
  fc.record({ before: id }),
  fc.record({ after: id }),
  fc.constantFrom({ start: true }, { end: true }, {}, null, { start: false }, { before: 1, after: 2 }),
)
const item = fc.oneof(
  { weight: 3, arbitrary: id },
  { weight: 2, arbitrary: fc.record({ id, position }, { requiredKeys: ['id'] }) },
)
const items = fc.oneof({ weight: 6, arbitrary: fc.array(item, { maxLength: 5 }) }, item)
const relation = fc.oneof(
  items,
  fc.record({ connect: items, disconnect: items }, { requiredKeys: [] }),
  fc.record({ set: items }),
  fc.record({ connect: items, options: fc.constantFrom({ strict: false }, { strict: true }, 1) }),
)
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('', 'Title', 'AA-1', '\u0000', '\ud800', "'; DROP TABLE articles --"),
)
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }))
const seo = fc.record(
  { id, metaTitle: text, key: text, noIndex: scalar, metaImage: relation, canonical: fc.record({ label: text }) },
  { requiredKeys: [] },
)
const quote = fc.record({ __component: fc.constantFrom('blocks.quote', 'nope'), text: scalar, tags: relation, id })
const values = {
  title: fc.oneof({ weight: 5, arbitrary: fc.constant('A title') }, { weight: 1, arbitrary: scalar }),
  slug: scalar,
  code: scalar,
  rating: scalar,
  views: scalar,
  score: scalar,
  price: scalar,
  featured: scalar,
  extra: fc.jsonValue(),
  list: fc.jsonValue(),
  publishDate: scalar,
  eventAt: scalar,
  stampedAt: scalar,
  publishedAt: fc.oneof(fc.constant(null), scalar),
  seo: fc.oneof(seo, scalar),
  links: fc.oneof(fc.array(fc.record({ id, label: text }, { requiredKeys: [] }), { maxLength: 3 }), scalar),
  zone: fc.oneof(fc.array(quote, { maxLength: 3 }), scalar),
  tags: fc.oneof(relation, scalar),
  wayTags: relation,
  mainTag: relation,
  category: relation,
  detail: relation,
  cover: relation,
  attachments: relation,
  nope: scalar,
}

/** A title and at most three other attributes, so that not every body fails at its first attribute. */
const body = fc
  .subarray(Object.keys(values) as (keyof typeof values)[], { minLength: 1, maxLength: 3 })
  .chain((names) => fc.record(Object.fromEntries(['title', ...names].map((name) => [name, values[name as 'title']]))))

/** Returns the outcome for the client, without ids, which differ between databases. */
async function outcome(work: () => unknown): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return `${error.status} ${error.message.replaceAll(/\d+/g, 'n')}`
  }
}

const tested = await databases()

describe('a random body', () => {
  it('is planned, or rejected with an error for the client', async () => {
    const anything = fc.oneof(
      body,
      fc.dictionary(fc.constantFrom(...Object.keys(values)), fc.jsonValue()),
      fc.jsonValue(),
    )
    const actions = fc.constantFrom('create' as const, 'update' as const)
    await fc.assert(
      fc.asyncProperty(anything, actions, fc.boolean(), async (data, action, strict) => {
        const outcomes = await outcome(() => plan(data, { action, strict }))
        expect(outcomes).toMatch(/^(done|400 .)/)
      }),
      { numRuns: runs * 20, seed },
    )
  })

  const stores: WriteStore[] = []

  beforeAll(async () => {
    for (const { connection } of tested) {
      const store = await WriteStore.open(connection)
      stores.push(store)
      await store.createMany('tag', 5)
      await store.createMany('category', 2)
      await store.create('detail', {})
      await store.createFile('image/png')
      await store.create('article', { title: 'The first', tags: [1, 2] })
    }
  })

  afterAll(() => Promise.all(stores.map((store) => store.close())))

  it('has the same outcome on every database', async () => {
    let written = 0
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (data, create) => {
        const outcomes = []
        for (const store of stores) {
          outcomes.push(
            await outcome(() => (create ? store.create('article', data) : store.update('article', 1, data))),
            await store.related('article', 1, 'tags'),
          )
        }
        expect(outcomes.slice(2)).toEqual(outcomes.slice(0, 2))
        if (outcomes[0] === 'done') written++
      }),
      { numRuns: runs, seed, endOnFailure: true },
    )
    // A run in which every body is rejected would test little.
    expect(written).toBeGreaterThan(runs / 10)
  })
})
