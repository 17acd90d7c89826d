import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../../tests/support/postgres.js'
import { applySteps } from '../../../../engine/src/write/relation-order.js'
import { WriteStore } from './store.js'

/** Returns a number from the environment, or a default. The long run sets higher numbers. */
function amount(name: string, usual: number): number {
  return Number(process.env[name] ?? usual)
}

const clients = amount('WRITE_CLIENTS', 16)
const rounds = amount('WRITE_ROUNDS', 6)
const timeout = 600_000 + clients * rounds * 100

/** Returns reproducible random numbers. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Returns a value as a string. Rows contain JSON as strings, and numbers too if the database keeps every digit. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

describe.each(await databases())(`${clients} clients on $name`, ({ connection }) => {
  let store: WriteStore

  beforeAll(async () => {
    store = await WriteStore.open(connection)
  })

  afterAll(() => store.close())

  const everyone = (work: (client: number) => Promise<void>) =>
    Promise.all(Array.from({ length: clients }, (_, client) => work(client)))

  it('order one relation, with the result of some serial order, and every reader sees a complete list (R2)', {
    timeout,
  }, async () => {
    const tags = await store.createMany('tag', 4 + clients)
    const kept = tags.slice(0, 4)
    const article = await store.create('article', { title: 'Ordered', tags: kept })
    let serial: readonly number[] = kept
    const write = (value: object) =>
      store.update('article', article, { tags: value }, ({ links }) => {
        for (const link of links) if (link.kind === 'relation') serial = applySteps(serial, link)
      })
    const work = { running: true }
    const reader = async () => {
      while (work.running) {
        const seen = await store.related('article', article, 'tags')
        expect(new Set(seen).size).toBe(seen.length)
        for (const id of kept) expect(seen).toContain(id)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
    const reading = reader()
    await everyone(async (client) => {
      const pick = random(client + 1)
      for (let round = 0; round < rounds; round++) {
        const own = tags[4 + pick(clients)] as number
        const anchor = kept[pick(kept.length)] as number
        const position = [{ before: anchor }, { after: anchor }, { start: true }, { end: true }][pick(4)]
        await write(pick(4) === 0 ? { disconnect: [own] } : { connect: [{ id: own, position }] })
      }
    })
    work.running = false
    await reading
    expect(await store.related('article', article, 'tags')).toEqual(serial)
    expect(new Set(await store.numbers('article', article, 'tags')).size).toBe(serial.length)
  })

  it('connect at the end in some serial order, on both sides (R2)', { timeout }, async () => {
    const [tag] = await store.createMany('tag', 1)
    const articles = await Promise.all(
      Array.from({ length: clients }, () => store.create('article', { title: 'One of many' })),
    )
    await everyone(async (client) => {
      await store.update('article', articles[client] as number, { tags: { connect: [tag] } })
    })
    const list = await store.related('tag', tag as number, 'articles')
    expect(list.toSorted((a, b) => a - b)).toEqual(articles.toSorted((a, b) => a - b))
    expect(new Set(await store.numbers('tag', tag as number, 'articles')).size).toBe(clients)
  })

  it('get different uids, whether generated or provided', { timeout }, async () => {
    const provided = { slug: 'same-words' }
    const outcomes = await Promise.allSettled(
      Array.from({ length: clients }, (_, client) =>
        store.create('page', { title: 'Same words', ...(client % 4 === 0 && provided) }),
      ),
    )
    const rejected = outcomes.flatMap((outcome, client) => (outcome.status === 'rejected' ? [client] : []))
    // The slug of at most one client that provides it is free. A generated slug is never rejected.
    expect(rejected.filter((client) => client % 4 !== 0)).toEqual([])
    for (const client of rejected) {
      expect(outcomes[client]).toMatchObject({ reason: { message: 'This attribute must be unique' } })
    }
    const slugs = (await store.query(`SELECT "slug" FROM "pages"`)).map(({ slug }) => slug)
    expect(slugs).toContain('same-words')
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs).toHaveLength(clients - rejected.length)
  })

  it('write both sides of a relation concurrently without a deadlock (R2)', { timeout }, async () => {
    const category = await store.create('category', { name: 'contended' })
    const articles = await Promise.all(
      Array.from({ length: 4 }, () => store.create('article', { title: 'Contended', category })),
    )
    await everyone(async (client) => {
      const pick = random(client + 7)
      for (let round = 0; round < rounds; round++) {
        const article = articles[pick(articles.length)] as number
        if (client % 2 === 0) await store.update('article', article, { category: pick(2) === 0 ? null : category })
        else await store.update('category', category, { articles: { set: articles.slice(pick(3)) } })
      }
    })
    await store.update('category', category, { articles: { connect: articles } })
    expect(await store.related('category', category, 'articles')).toEqual(articles)
  })

  it('lose no update of different attributes of one entry (R3)', { timeout }, async () => {
    const names = ['title', 'contactEmail', 'rating', 'score', 'price', 'internalNote', 'extra', 'kind'] as const
    const values: Record<(typeof names)[number], (round: number) => unknown> = {
      title: (round) => `Title ${round}`,
      contactEmail: (round) => `mail${round}@example.com`,
      rating: (round) => 1 + (round % 10),
      score: (round) => (round % 8) / 8,
      price: (round) => round,
      internalNote: (round) => `note ${round}`,
      extra: (round) => ({ round }),
      kind: (round) => ['news', 'opinion', 'review'][round % 3],
    }
    const article = await store.create('article', { title: 'Shared' })
    const updates = rounds * 4
    await Promise.all(
      names.map(async (name) => {
        for (let round = 1; round <= updates; round++) {
          await store.update('article', article, { [name]: values[name](round) })
        }
      }),
    )
    const row = await store.row('article', article)
    const stored = names.map((name) => [name, plain(row[name])])
    expect(stored).toEqual(names.map((name) => [name, plain(values[name](updates))]))
  })
})
