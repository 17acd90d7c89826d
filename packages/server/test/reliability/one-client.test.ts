import { connect } from 'node:net'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Connection } from '@content-api/engine/database'
import { countLockWaits, newDatabases, postgresDatabase } from '../../../../tests/support/postgres.js'
import { openService } from '../support/service.js'

/** Opens a service with a user who may write, an article with a component and a tag, and another article. */
async function open(connection: Connection, limits: object = {}) {
  const service = await openService({ connection, config: { limits, log: { level: 'silent' } } })
  onTestFinished(() => service.close())
  const token = await service.tokenOf('erin')
  const ask = (line: string, data?: object) => service.ask(line, { token, ...(data && { body: { data } }) })
  const create = async (path: string, data: object) => {
    const { status, body, text } = await ask(`POST ${path}`, data)
    expect([status, text]).toEqual([200, text])
    return Number(body.data.id)
  }
  const tag = await create('/api/tags', { name: 'first' })
  const [contended, other] = [
    await create('/api/articles', { title: 'Contended', tags: [tag], seo: { metaTitle: 'old' } }),
    await create('/api/articles', { title: 'Other' }),
  ]
  const { url, port } = await service.api.listen({ host: '127.0.0.1', port: 0 })
  return { api: service.api, ask, token, tag, contended, other, url, port }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe.each(newDatabases)('one client on %s', (_name, newDatabase) => {
  /** A database with few connections for writes. */
  const small = async () => {
    const { name, connection } = await newDatabase()
    return name === 'postgres' ? { ...connection, poolSize: 2 } : connection
  }

  it('does not keep others from writing by parallel writes to one entry, some of them aborted', async () => {
    const { ask, token, contended, other, url, tag } = await open(await small())
    const put = (title: string, signal?: AbortSignal) =>
      fetch(`${url}/api/articles/${contended}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ data: { title, tags: [tag], seo: { metaTitle: title } } }),
        ...(signal && { signal }),
      }).then(async (response) => [response.status, await response.text()] as const)
    const leaving = new AbortController()
    const stayed = Array.from({ length: 60 }, (_, index) => put(`stays ${index}`))
    const left = Promise.allSettled(Array.from({ length: 60 }, (_, index) => put(`leaves ${index}`, leaving.signal)))
    const others = Array.from({ length: 10 }, (_, index) =>
      ask(`PUT /api/articles/${other}`, { title: `other ${index}` }),
    )
    await others[0]
    leaving.abort()
    expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set((await Promise.all(stayed)).map(([status]) => status))).toEqual(new Set([200]))
    await left
    // Each write is complete or absent.
    const { body } = await ask(`GET /api/articles/${contended}?populate=*`)
    const { title, seo, tags } = body.data.attributes
    expect([seo.metaTitle, tags.data.map(({ id }: { id: number }) => id)]).toEqual([title, [tag]])
    expect((await ask(`PUT /api/articles/${contended}`, { title: 'Afterwards' })).status).toBe(200)
  })

  it('holds no lock while its bodies arrive', async () => {
    const { ask, token, contended, other, port } = await open(await small())
    const part = '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"title":"Half"}\r\n'
    const file = `${part}--b\r\nContent-Disposition: form-data; name="files.cover"; filename="a.txt"\r\n\r\nhalf`
    const bodies = { 'application/json': '{"data":{"title":"Half"', 'multipart/form-data; boundary=b': file }
    for (const [type, body] of Object.entries(bodies)) {
      for (let index = 0; index < 8; index++) {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined)
        onTestFinished(() => void socket.destroy())
        const head = `PUT /api/articles/${contended} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`
        await new Promise<unknown>((resolve) =>
          socket.write(`${head}Content-Type: ${type}\r\nContent-Length: 5000\r\n\r\n${body}`, resolve),
        )
      }
    }
    for (let index = 0; index < 50; index++) await turn()
    for (const id of [contended, other]) {
      expect((await ask(`PUT /api/articles/${id}`, { title: 'Whole' })).status).toBe(200)
    }
    expect((await ask(`GET /api/articles/${contended}`)).body.data.attributes.title).toBe('Whole')
  })
})

describe('a write that waits for the lock of another program, on PostgreSQL', () => {
  it('ends with 503 in time, writes no part, and leaves its connection usable', async () => {
    const { connection } = await postgresDatabase()
    const { ask, tag, contended, other } = await open({ ...connection, poolSize: 2 }, { statementMilliseconds: 400 })
    const holder = new Client(connection.url)
    await holder.connect()
    onTestFinished(() => holder.end())
    const before = (await ask(`GET /api/articles/${contended}?populate=*`)).text
    const counts = async () =>
      (
        await holder.query(
          `SELECT (SELECT count(*) FROM articles) AS articles, count(*) AS components FROM components_shared_seo`,
        )
      ).rows
    const stored = await counts()
    const data = { title: 'Changed', tags: { disconnect: [tag] }, seo: { metaTitle: 'new' } }
    for (const table of ['articles', 'articles_tags_links', 'components_shared_seo']) {
      await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`)
      // More than there are connections.
      const tries = await Promise.all([
        ...Array.from({ length: 3 }, () => ask(`PUT /api/articles/${contended}`, data)),
        ask('POST /api/articles', { title: 'New', tags: [tag], seo: { metaTitle: 'x' } }),
      ])
      expect([table, tries.map(({ status }) => status)]).toEqual([table, [503, 503, 503, 503]])
      expect(tries.map(({ headers }) => headers.has('retry-after'))).toEqual([true, true, true, true])
      expect(await countLockWaits(holder)).toBe(0)
      await holder.query('ROLLBACK')
      const { rows } = await holder.query(
        `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      )
      expect(rows).toEqual([{ open: 0 }])
      expect((await ask(`GET /api/articles/${contended}?populate=*`)).text).toBe(before)
      expect(await counts()).toEqual(stored)
      expect((await ask(`PUT /api/articles/${other}`, { title: `after ${table}` })).status).toBe(200)
    }
    expect((await ask(`PUT /api/articles/${contended}`, data)).status).toBe(200)
  })
})

describe.each(newDatabases)('ids, on %s', (_name, newDatabase) => {
  it('are chosen by the database, so that no request moves them', async () => {
    const { connection } = await newDatabase()
    const { ask, tag } = await open(connection)
    const idOf = async () => Number((await ask('POST /api/tags', { name: 'next' })).body.data.id)
    const far = [1_000, '1000', 2_147_483_647, '9223372036854775807', -5, 0, 1.5, null, { set: 1_000 }]
    let last = await idOf()
    expect(last).toBeGreaterThan(tag)
    for (const id of far) {
      const tries = [
        await ask('POST /api/tags', { id, name: 'x' }),
        await ask('POST /api/tags', { name: 'x', Id: id, ID: id, documentId: id }),
        await ask(`PUT /api/tags/${tag}`, { id, name: 'x' }),
        await ask('POST /api/articles', { title: 'x', seo: { id, metaTitle: 'x' } }),
      ]
      const ids = tries.map(({ status, body }) => {
        expect([id, [200, 400]]).toEqual([id, expect.arrayContaining([status])])
        return Number(body.data?.id ?? 0)
      })
      const next = await idOf()
      expect([id, next > last && next <= last + tries.length, Math.max(...ids) < next]).toEqual([id, true, true])
      last = next
    }
  })
})
