import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type ExtensionHost } from '../../src/index.js'
import { askGraphql } from '../support/ask-graphql.js'
import { linkWeb } from '../support/link-web.js'
import { planList } from '@content-api/core/query/plan'
import { note, strict, tag as tagType } from '../support/plan-context.js'
import { databases } from '../../../../tests/support/postgres.js'
import { project } from '../support/reading-room.js'

const deep = '/api/tags?pagination[pageSize]=100&populate[articles][populate][tags][populate]=articles'
const multiplied = { articles: { populate: { tags: { populate: { articles: { populate: 'tags' } } } } } }
const threeLinks = 'articles.tags.articles.title'
const aliases = (count: number, field: (number: number) => string) =>
  `{ ${Array.from({ length: count }, (_, number) => `a${number}: ${field(number)}`).join(' ')} }`
/** Sorts the 100 articles of each of 100 tags by their 100 tags. */
const sortedBelow =
  'tags(pagination: { limit: 100 }) { data { attributes { articles(sort: "tags.name", pagination: { limit: 1 }) { data { id } } } } }'

/** Collects the error messages of each database, which must be equal. */
const errorsOf: Record<string, string[]> = {}

describe.each(await databases())('the cost of a query, on $name', ({ connection }) => {
  let api: ContentApi
  let graphql: ReturnType<typeof askGraphql>
  const get = async (path: string) => {
    const response = await api.fetch(new Request(`http://localhost${path}`))
    return {
      status: response.status,
      body: (await response.json()) as { data: unknown[]; error?: { message: string } },
    }
  }
  const tell = (message: string | undefined) => {
    const messages = (errorsOf[connection.dialect] ??= [])
    messages.push(message ?? 'nothing')
    return message
  }

  beforeAll(async () => {
    api = await createContentApi({ project, database: connection })
    graphql = askGraphql(api)
    await api.importEntries(linkWeb())
  })
  afterAll(() => api.close())

  it('rejects a populate that multiplies entries, before it runs, and names the relation', async () => {
    const { status, body } = await get(deep)
    expect(status).toBe(400)
    expect(tell(body.error?.message)).toMatch(
      /^The query costs about \d+, and at most 1000000 is allowed\. Its most expensive part is populate articles\.tags\.articles \(/,
    )
  })

  it('allows pages of relations', async () => {
    for (const path of [
      '/api/tags?populate=articles',
      '/api/tags?pagination[pageSize]=25&populate[articles][limit]=25&populate[articles][populate][tags][limit]=5',
      '/api/articles?filters[tags][name][$contains]=1&sort=tags.name',
    ]) {
      expect(await get(path)).toMatchObject({ status: 200 })
    }
  })

  it('allows a sort through several relations, which visits each link once', async () => {
    const path = `/api/tags?sort=${threeLinks}&pagination[pageSize]=1`
    expect(await get(path)).toMatchObject({ status: 200, body: { data: [{}] } })
    const field = () => `tags(sort: "${threeLinks}", pagination: { limit: 1 }) { data { id } }`
    expect(await graphql(aliases(12, field))).not.toHaveProperty('errors')
  })

  it('is the sum of all root fields of a GraphQL request', async () => {
    expect(await graphql(`{ ${sortedBelow} }`)).not.toHaveProperty('errors')
    const { errors } = await graphql(aliases(8, () => sortedBelow))
    expect(errors).toContainEqual(
      expect.objectContaining({
        message: expect.stringMatching(/Its most expensive part is sort by tags\.name of articles \(/),
        extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
      }),
    )
  })

  it('prevents the read of every root field when their sum is too high', async () => {
    await graphql(`{ ${sortedBelow} }`)
    const before = api.database.statements()
    const { data, errors } = await graphql(
      aliases(8, (number) => (number === 0 ? 'tag(id: 1) { data { id } }' : sortedBelow)),
    )
    expect(data).toEqual(Object.fromEntries(Array.from({ length: 8 }, (_, number) => [`a${number}`, null])))
    expect(new Set(errors?.map(({ message }) => message)).size).toBe(1)
    expect(api.database.statements()).toBe(before)
  })

  it('allows root fields beside others that fail before their cost is known', async () => {
    const { data, errors } = await graphql('{ a: tag { data { id } } b: tag(id: 1) { data { id } } c: __typename }')
    expect(data).toMatchObject({ a: null, b: { data: { id: '1' } }, c: 'Query' })
    expect(errors).toHaveLength(1)
  })

  it('counts no statement while an estimate counts rows', async () => {
    const fresh = await createContentApi({ project, database: connection })
    const { database } = fresh
    const before = database.statements()
    const counted = new Set<number>()
    const seen = { turns: 0, isEstimated: false }
    const estimate = database.estimate(planList(tagType, { filters: { articles: { title: 'x' } } }, strict))
    const estimating = Promise.resolve(estimate).then(() => (seen.isEstimated = true))
    for (; !seen.isEstimated; seen.turns++) {
      counted.add(database.statements() - before)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await estimating
    await fresh.close()
    expect([...counted]).toEqual([0])
    // The estimate waited for the database.
    expect(seen.turns).toBeGreaterThan(1)
  })

  it('charges alternatives over one relation as one semi-join', async () => {
    const costOf = async (filters: unknown) =>
      (await api.database.estimate(planList(tagType, { filters }, strict))).total
    const titles = Array.from({ length: 100 }, (_, number) => ({ articles: { title: `Article ${number}` } }))
    const one = await costOf({ $or: titles.slice(0, 1) })
    expect(await costOf({ $or: titles })).toBeLessThan(2 * one)
    expect(await costOf({ $not: { $and: titles } })).toBeLessThan(2 * one)
    expect(await costOf({ $and: titles })).toBeGreaterThan(50 * one)
  })

  it('counts repeated rows until a further statement reads each row once', async () => {
    const costOf = async (links: number) => {
      const populate = Array.from({ length: links }, (_, link) =>
        (links - link) % 2 === 1 ? 'articles' : 'tags',
      ).reduce<unknown>((below, name) => ({ [name]: { limit: 3, ...(below ? { populate: below } : {}) } }), null)
      const plan = planList(tagType, { populate, pagination: { pageSize: 1 } }, strict)
      return (await api.database.estimate({ ...plan, trusted: true })).total
    }
    const [four, five, six, seven] = (await Promise.all([4, 5, 6, 7].map(costOf))) as [number, number, number, number]
    // One statement repeats the 100 tags 729 times at the sixth link. A further statement reads the articles
    // of the seventh.
    expect(six - five).toBeGreaterThan(1.5 * (five - four))
    expect(seven - six).toBeLessThan(six - five)
  })

  it('includes the relations of a polymorphic relation, type by type', async () => {
    const ids = (count: number, type: string) => Array.from({ length: count }, (_, id) => ({ id: id + 1, type }))
    await api.importEntries([
      { type: note.uid, id: 1, attributes: { subjects: ids(100, 'api::article.article') } },
      { type: note.uid, id: 2, attributes: { subject: { id: 1, type: 'api::article.article' } } },
    ])
    const costOf = async (populate: unknown) =>
      (await api.database.estimate(planList(note, { populate }, strict))).total
    // 100 articles with 100 tags each.
    expect(await costOf({ subjects: { populate: { tags: { fields: ['name'] } } } })).toBeGreaterThan(40_000)
    const one = await costOf({ subject: { populate: { tags: { fields: ['name'] } } } })
    expect(one).toBeGreaterThan(800)
    expect(one).toBeLessThan(20_000)
  })

  it('includes the entries that use a file', async () => {
    await api.database.write((transaction) =>
      transaction.execute([
        `INSERT INTO files (name, hash, ext, mime, size, url, provider) VALUES ('a', 'a', '.png', 'image/png', 1, '/a', 'local')`,
        'UPDATE articles SET cover_id = (SELECT min(id) FROM files)',
      ]),
    )
    const limits = { queryCost: 500 }
    const limited = await createContentApi({ project, database: connection, config: { limits } })
    try {
      const related = '{ uploadFiles { data { attributes { related { ... on Article { title } } } } } }'
      expect(await askGraphql(limited)(related)).toMatchObject({
        errors: [{ message: expect.stringContaining('part is populate related') }],
      })
    } finally {
      await limited.close()
    }
  })

  it.each([
    [{ limits: { queryCost: 2_000 } }, 2_000],
    [{ graphql: { config: { costLimit: 100 } } }, 2_500],
    [{ limits: { queryCost: 2_000 }, graphql: { config: { costLimit: 100 } } }, 2_000],
  ])('has the limit of %j', async (config, limit) => {
    const limited = await createContentApi({ project, database: connection, config })
    try {
      const query = `{ tags(sort: "${threeLinks}", pagination: { limit: 1 }) { data { id } } }`
      expect(await askGraphql(limited)(query)).toMatchObject({
        errors: [{ message: expect.stringContaining(`at most ${limit} is allowed`) }],
      })
    } finally {
      await limited.close()
    }
  })

  it('is checked for the response of a write before it writes', async () => {
    const body = JSON.stringify({ data: { name: 'new' } })
    const headers = { 'content-type': 'application/json' }
    const url = 'http://localhost/api/tags/1?populate[articles][populate][tags][populate][articles][populate]=tags'
    const response = await api.fetch(new Request(url, { method: 'PUT', headers, body }))
    expect(response.status).toBe(400)
    expect((await get('/api/tags/1')).body).toMatchObject({ data: { attributes: { name: 'Tag 119' } } })
  })

  it('is checked for the response of a write by project code before it writes, also in a hook', async () => {
    const tag = 'api::tag.tag'
    let isHooked = false
    let hooked: unknown
    let strapi: ExtensionHost | undefined
    const extended = await createContentApi({
      project,
      database: connection,
      register: (tools) => void (strapi = tools.strapi),
      hooks: {
        [tag]: {
          async beforeUpdate() {
            if (isHooked) return
            isHooked = true
            hooked = await strapi?.entityService
              .update(tag, 2, { data: { name: 'hooked' }, populate: multiplied })
              .catch((error: unknown) => error)
          },
        },
      },
    })
    try {
      const { entityService } = strapi as unknown as ExtensionHost
      const rejected = { name: 'ValidationError', message: expect.stringContaining('The query costs about') }
      const parameters = { data: { name: 'new' }, populate: multiplied }
      await expect(entityService.update(tag, 1, parameters)).rejects.toMatchObject(rejected)
      await expect(entityService.create(tag, parameters)).rejects.toMatchObject(rejected)
      await expect(entityService.delete(tag, 1, { populate: multiplied })).rejects.toMatchObject(rejected)
      await entityService.update(tag, 1, { data: { color: 'red' } })
      expect(hooked).toMatchObject(rejected)
      const { body } = await get('/api/tags?filters[name][$in][0]=new&filters[name][$in][1]=hooked')
      expect(body.data).toEqual([])
      expect((await get('/api/tags/1')).status).toBe(200)
    } finally {
      await extended.close()
    }
  })
})

it('is computed for project code in a transaction with the only connection', async () => {
  let strapi: ExtensionHost | undefined
  const api = await createContentApi({
    project,
    database: ':memory:',
    register: (tools) => void (strapi = tools.strapi),
  })
  const parameters = { data: { name: 'new' }, populate: multiplied }
  expect(await strapi?.entityService.create('api::tag.tag', parameters)).toMatchObject({ name: 'new' })
  await api.close()
})

it('is the same on every database', () => {
  expect(errorsOf['sqlite']).toEqual(errorsOf['postgres'])
})
