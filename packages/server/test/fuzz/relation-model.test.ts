import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { type Article, type Position, RelationModel } from './relation-model.js'
import { openWorld } from './world.js'

const wanted = Number(process.env['MODEL_STEPS'] ?? 200)
const seed = Number(process.env['FUZZ_SEED'] ?? 4_711)
const longest = 80

const titles = ['Alpha', 'alpha', 'Beta', 'Äther', 'zebra', '100 %']

interface Body {
  readonly data: Entry & readonly Entry[]
  readonly meta: { readonly pagination: object }
}

interface Entry {
  readonly id: number
  readonly attributes: Record<string, { readonly data: readonly { readonly id: number }[] }>
}

/** A service and its expected state. Each step changes both. */
class Bench {
  readonly model = new RelationModel()

  constructor(readonly api: ContentApi) {}

  ask = async (line: string, data?: object): Promise<{ status: number; body: Body }> => {
    const [method = '', path = ''] = line.split(' ')
    const headers = { 'content-type': 'application/json' }
    const init = data === undefined ? { method } : { method, headers, body: JSON.stringify({ data }) }
    const response = await this.api.fetch(new Request(`http://service${path}`, init))
    return { status: response.status, body: (await response.json()) as Body }
  }

  done = async (line: string, data?: object): Promise<number> => {
    const { status, body } = await this.ask(line, data)
    if (status !== 200)
      throw new Error(`${line} ${JSON.stringify(data)} returned status ${status}: ${JSON.stringify(body)}`)
    return body.data.id
  }

  refused = async (line: string, data: object): Promise<void> => {
    const { status, body } = await this.ask(line, data)
    if (status !== 400)
      throw new Error(`${line} ${JSON.stringify(data)} returned status ${status}: ${JSON.stringify(body)}`)
  }

  async begin(): Promise<void> {
    for (const table of ['articles', 'tags', 'categories']) {
      await this.api.database.write((tx) => tx.query({ sql: `DELETE FROM ${table}`, values: [] }))
    }
    for (const name of ['a', 'b', 'c']) this.model.tags.set(await this.done('POST /api/tags', { name }), [])
    for (const name of ['x', 'y']) this.model.categories.set(await this.done('POST /api/categories', { name }), [])
  }
}

/** Numbers that choose among existing entries. */
type Picks = readonly [number, number, number, number]

const among = <Value>(values: Iterable<Value>, pick: number): Value | undefined => {
  const list = [...values]
  return list[pick % list.length]
}

const some = (values: Iterable<number>, picks: Picks) =>
  [...values]
    .filter((_, index) => (picks[index % 4] as number) % 2 === 0)
    .toSorted((a, b) => ((a * picks[0]) % 7) - ((b * picks[0]) % 7))

function positionOf(bench: Bench, article: Article, [, , which, pick]: Picks): Position {
  const anchor = among([...article.tags, ...bench.model.tags.keys()], pick) ?? 0
  return ['start' as const, 'end' as const, { before: anchor }, { after: anchor }][which % 4] as Position
}

type Step = (bench: Bench, picks: Picks) => Promise<void>

const withArticle =
  (step: (bench: Bench, article: Article, picks: Picks) => Promise<void>): Step =>
  async (bench, picks) => {
    const article = among(bench.model.articles.values(), picks[0])
    if (article) await step(bench, article, picks)
  }

const steps: Readonly<Record<string, Step>> = {
  async createTag({ model, done }, [pick]) {
    model.tags.set(await done('POST /api/tags', { name: `tag ${pick % 5}` }), [])
  },
  async createArticle({ model, done }, picks) {
    const title = titles[picks[1] % titles.length] as string
    const live = picks[2] % 3 !== 0
    const tags = some(model.tags.keys(), picks)
    const id = await done('POST /api/articles', { title, tags, ...(live ? {} : { publishedAt: null }) })
    model.createArticle(id, title, live, tags)
  },
  async deleteTag({ model, done }, [pick]) {
    const id = among(model.tags.keys(), pick)
    if (id === undefined || model.tags.size < 3) return
    await done(`DELETE /api/tags/${id}`)
    model.deleteTag(id)
  },
  deleteArticle: withArticle(async ({ model, done }, { id }) => {
    if (model.articles.size < 3) return
    await done(`DELETE /api/articles/${id}`)
    model.deleteArticle(id)
  }),
  publish: withArticle(async ({ done }, article, [, pick]) => {
    article.live = pick % 2 === 0
    await done(`PUT /api/articles/${article.id}`, { publishedAt: article.live ? '2024-01-01T00:00:00.000Z' : null })
  }),
  setTags: withArticle(async ({ model, done }, { id }, picks) => {
    const tags = some(model.tags.keys(), picks)
    await done(`PUT /api/articles/${id}`, { tags: picks[1] % 2 === 0 ? tags : { set: tags } })
    model.setTags(id, tags)
  }),
  connectTag: withArticle(async (bench, article, picks) => {
    const tag = among(bench.model.tags.keys(), picks[1])
    const position = positionOf(bench, article, picks)
    if (tag === undefined) return
    const input = typeof position === 'string' ? { [position]: true } : position
    const data = { tags: { connect: [{ id: tag, position: input }] } }
    const line = `PUT /api/articles/${article.id}`
    if (bench.model.connectTag(article.id, tag, position)) await bench.done(line, data)
    else await bench.refused(line, data)
  }),
  disconnectTag: withArticle(async ({ model, done }, { id }, picks) => {
    const tag = among(model.tags.keys(), picks[1])
    if (tag === undefined) return
    await done(`PUT /api/articles/${id}`, { tags: { disconnect: [tag] } })
    model.disconnectTag(id, tag)
  }),
  setCategory: withArticle(async ({ model, done }, { id }, picks) => {
    const category = picks[1] % 3 === 0 ? null : (among(model.categories.keys(), picks[2]) ?? null)
    await done(`PUT /api/articles/${id}`, { category })
    model.setCategory(id, category)
  }),
  async setCategoryArticles({ model, done }, picks) {
    const category = among(model.categories.keys(), picks[0])
    if (category === undefined) return
    const ids = some(model.articles.keys(), picks)
    await done(`PUT /api/categories/${category}`, { articles: { set: ids } })
    model.setCategoryArticles(category, ids)
  },
  connectUnknown: withArticle(async ({ refused }, { id }, [, pick]) => {
    await refused(`PUT /api/articles/${id}`, { title: 'Never', tags: { connect: [1_000_000 + pick] } })
  }),
  list: checkList,
  list2: checkList,
  tag: checkTag,
  category: checkCategory,
}

async function checkList({ model, ask }: Bench, [sorting, size, page, which]: Picks): Promise<void> {
  const preview = which % 2 === 0
  const pageSize = 1 + (size % 4)
  const at = 1 + (page % 3)
  const tag = among(model.tags.keys(), which)
  const [sort, compare] = sorts[sorting % sorts.length] as (typeof sorts)[number]
  const filtered = which % 3 === 0 && tag !== undefined
  const found = [...model.articles.values()]
    .filter(({ live, tags }) => (preview || live) && (!filtered || tags.includes(tag)))
    .toSorted((a, b) => compare(a, b) || a.id - b.id)
  const query = [
    `sort=${sort}&pagination[page]=${at}&pagination[pageSize]=${pageSize}&fields=title&populate[tags][fields]=id`,
    ...(preview ? ['publicationState=preview'] : []),
    ...(filtered ? [`filters[tags][id]=${tag}`] : []),
  ].join('&')
  const { status, body } = await ask(`GET /api/articles?${query}`)
  expect(status).toBe(200)
  const shown = body.data.map(({ id, attributes }) => ({
    id,
    title: attributes['title'] as unknown,
    tags: idsOf(attributes['tags']),
  }))
  expect(shown).toEqual(
    found.slice((at - 1) * pageSize, at * pageSize).map(({ id, title, tags }) => ({ id, title, tags })),
  )
  const total = found.length
  expect(body.meta.pagination).toEqual({ page: at, pageSize, pageCount: Math.ceil(total / pageSize), total })
}

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const sorts: readonly (readonly [string, (a: Article, b: Article) => number])[] = [
  ['id:desc', (a, b) => b.id - a.id],
  ['title', (a, b) => byText(a.title, b.title)],
  ['title:desc', (a, b) => byText(b.title, a.title)],
]

const idsOf = (relation: { readonly data: readonly { readonly id: number }[] } | undefined) =>
  relation?.data.map(({ id }) => id)

async function checkTag(bench: Bench, [pick, , , state]: Picks): Promise<void> {
  const id = among(bench.model.tags.keys(), pick)
  if (id !== undefined) await checkArticlesOf(bench, `/api/tags/${id}`, bench.model.tags.get(id) ?? [], state % 2 === 0)
}

async function checkCategory(bench: Bench, [pick, , , state]: Picks): Promise<void> {
  const id = among(bench.model.categories.keys(), pick)
  if (id === undefined) return
  await checkArticlesOf(bench, `/api/categories/${id}`, bench.model.categories.get(id) ?? [], state % 2 === 0)
}

async function checkArticlesOf(
  { model, ask }: Bench,
  path: string,
  ids: readonly number[],
  preview: boolean,
): Promise<void> {
  const query = `populate[articles][fields]=id${preview ? '&publicationState=preview' : ''}`
  const { body } = await ask(`GET ${path}?${query}`)
  const shown = ids.filter((id) => preview || model.article(id).live)
  expect([path, idsOf(body.data.attributes['articles'])]).toEqual([path, shown])
}

const step = fc.record({
  name: fc.constantFrom(...Object.keys(steps)),
  picks: fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99)),
})

describe.each(await databases())(
  `${wanted} steps beside a model in memory on $name (seed ${seed})`,
  ({ connection }) => {
    let api: ContentApi
    beforeAll(async () => {
      api = await openWorld(connection)
    })
    afterAll(() => api.close())

    it('lead to the relations, pages and drafts of the model', { timeout: 600_000 + wanted * 60 }, async () => {
      let taken = 0
      const check = fc.asyncProperty(
        fc.array(step, { minLength: longest / 2, maxLength: longest, size: 'max' }),
        async (list) => {
          const bench = new Bench(api)
          await bench.begin()
          for (const { name, picks } of list) {
            taken++
            await (steps[name] as Step)(bench, picks)
          }
          for (const preview of [0, 1]) {
            for (let index = 0; index < bench.model.tags.size; index++) await checkTag(bench, [index, 0, 0, preview])
            for (let index = 0; index < 2; index++) await checkCategory(bench, [index, 0, 0, preview])
          }
        },
      )
      await fc.assert(check, {
        numRuns: Math.ceil(wanted / (longest * 0.7)),
        seed,
        plugins: [fc.interruptAfterTimeLimit(30_000 + wanted * 40)],
      })
      process.stdout.write(`${connection.dialect}: ${taken} steps beside the model, 0 differences\n`)
      expect(taken).toBeGreaterThan(wanted * 0.9)
    })
  },
)
