import { afterEach, describe, expect, it } from 'vitest'
import { newDatabases } from '../../../../tests/support/postgres.js'
import { openService, type TestService } from '../support/service.js'

const opened: TestService[] = []
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close()
})

const articles = 30
const tags = 20

/** From each article to each tag and back, repeatedly: each level multiplies the response by 20 or 30. */
const deep = (levels: number) =>
  Array.from({ length: levels }, (_, level) => (level % 2 === 0 ? '[populate][tags]' : '[populate][articles]'))
    .join('')
    .replace(/^\[populate\]/, 'populate')

const endless = `GET /api/articles?pagination[pageSize]=${articles}&${deep(6)}=true`

/** Opens a service in which each article has each tag. Also returns the token of a user who may write. */
async function openMesh(connection: Parameters<typeof openService>[0]['connection'], limits: object) {
  const service = await openService({ connection, config: { limits } })
  opened.push(service)
  const token = await service.tokenOf('erin')
  const create = async (line: string, data: object) => {
    const { status, body } = await service.ask(line, { token, body: { data } })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.id as number
  }
  const tagIds: number[] = []
  for (let n = 0; n < tags; n++) tagIds.push(await create('POST /api/tags', { name: `tag ${n}` }))
  for (let n = 0; n < articles; n++) await create('POST /api/articles', { title: `Article ${n}`, tags: tagIds })
  return { service, token, tagIds }
}

const refused = (message: string) => ({
  data: null,
  error: { status: 400, name: 'ValidationError', message, details: {} },
})
const tooLong = refused('The query takes too long: request less data')
const tooLarge = refused('The response would be too large: request less data')

describe.each(newDatabases)('a statement that takes too long, on %s', (_name, newDatabase) => {
  it('is ended; other requests get responses during and after it', async () => {
    const { connection } = await newDatabase()
    const { service, token, tagIds } = await openMesh(connection, {
      statementMilliseconds: 500,
      responseBytes: 500_000_000,
      // The cost limit would reject it before it runs.
      queryCost: Number.MAX_SAFE_INTEGER,
    })

    const state = { isOver: false }
    const slow = service.ask(endless).finally(() => (state.isOver = true))
    const meanwhile: number[] = []
    while (!state.isOver) {
      meanwhile.push((await service.ask('GET /api/tags')).status)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect((await slow).body).toEqual(tooLong)
    expect(meanwhile.length).toBeGreaterThan(1)
    expect(new Set(meanwhile)).toEqual(new Set([200]))

    // Two expensive reads and a cheap one at the same time.
    const several = await Promise.all([service.ask(endless), service.ask(endless), service.ask('GET /api/tags')])
    expect(several.map(({ status }) => status)).toEqual([400, 400, 200])

    // The response to a write is read within the transaction, which other writes wait for.
    const data = { title: 'Too much to answer', tags: tagIds }
    const written = await service.ask(`POST /api/articles?${deep(7)}=true`, { token, body: { data } })
    expect(written.body).toEqual(tooLong)
    const { body } = await service.ask('GET /api/articles?pagination[pageSize]=1')
    expect(body.meta.pagination.total).toBe(articles)
    const next = await service.ask('POST /api/articles', { token, body: { data } })
    expect(next.status, next.text).toBe(200)
  })
})

describe.each(newDatabases)('a response that is too large, on %s', (_name, newDatabase) => {
  it('gets 400, in each interface', async () => {
    const { connection } = await newDatabase()
    const { service, token, tagIds } = await openMesh(connection, { responseBytes: 50_000 })
    const list = `GET /api/articles?pagination[pageSize]=${articles}`
    expect((await service.ask(list)).status).toBe(200)
    expect((await service.ask(`${list}&${deep(1)}=true`)).body).toEqual(tooLarge)

    const query = `{ articles(pagination: { limit: ${articles} }) { data { id attributes { tags(pagination: { limit: ${tags} })
      { data { id attributes { name color weight createdAt updatedAt } } } } } } }`
    const { body } = await service.ask('POST /graphql', { body: { query } })
    expect(body.errors).toMatchObject([{ message: tooLarge.error.message }])

    const data = { title: 'Too much to answer', tags: tagIds }
    const written = await service.ask(`POST /api/articles?${deep(2)}=true`, { token, body: { data } })
    expect(written.body).toEqual(tooLarge)
    expect((await service.ask(list)).body.meta.pagination.total).toBe(articles)
    expect((await service.ask('POST /api/articles', { token, body: { data } })).status).toBe(200)
  })

  it('is an error only for requests: an export reads pages of any size', async () => {
    const { connection } = await newDatabase()
    const service = await openService({ connection, config: { limits: { responseBytes: 50_000 } } })
    opened.push(service)
    const token = await service.tokenOf('erin')
    for (let n = 0; n < 3; n++) {
      const data = { title: 'Long', body: 'é'.repeat(20_000) }
      const { status, text } = await service.ask('POST /api/articles', { token, body: { data } })
      expect(status, text).toBe(200)
    }
    expect((await service.ask('GET /api/articles?filters[title]=Long&fields=body')).body).toEqual(tooLarge)
    let long = 0
    await service.api.exportEntries((line) => void (long += Number(line.includes('é'.repeat(20_000)))))
    expect(long).toBe(3)
  })
})
