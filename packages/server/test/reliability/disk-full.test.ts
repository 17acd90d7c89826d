import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { sqliteDatabase } from '../support/postgres.js'
import { foundBroken } from './integrity.js'

const project = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

describe('a SQLite file that may not grow any more (R14)', () => {
  it('answers 507, goes on reading, and loses nothing that it acknowledged', async () => {
    const { connection } = sqliteDatabase()
    const api = await createContentApi({ project, database: connection })
    onTestFinished(() => api.close())
    const pages = await api.database.write((tx) => tx.read({ sql: 'PRAGMA page_count', values: [] }))
    await api.database.write((tx) => tx.query({ sql: `PRAGMA max_page_count = ${Number(pages) + 20}`, values: [] }))
    const ask = async (line: string, data?: unknown) => {
      const [method = '', path = ''] = line.split(' ')
      const headers = { 'content-type': 'application/json' }
      const init = data === undefined ? { method } : { method, headers, body: JSON.stringify({ data }) }
      const response = await api.fetch(new Request(`http://service${path}`, init))
      return { status: response.status, body: (await response.json()) as { data: { id: number } } }
    }
    const acknowledged: number[] = []
    const refused: number[] = []
    while (refused.length < 5 && acknowledged.length < 200) {
      const { status, body } = await ask('POST /api/articles', { title: 'Filling', body: 'x'.repeat(9_000) })
      if (status === 200) acknowledged.push(body.data.id)
      else refused.push(status)
    }
    expect(refused).toEqual([507, 507, 507, 507, 507])
    expect(acknowledged.length).toBeGreaterThan(2)
    for (const id of acknowledged) expect((await ask(`GET /api/articles/${id}`)).status).toBe(200)
    expect(await ask('GET /api/articles?pagination[pageSize]=1&fields=id')).toMatchObject({
      status: 200,
      body: { meta: { pagination: { total: acknowledged.length } } },
    })

    // With room again, writes go on where they stopped.
    await ask(`DELETE /api/articles/${acknowledged[0]}`)
    expect((await ask('POST /api/articles', { title: 'Room', body: 'x'.repeat(5_000) })).status).toBe(200)
    expect(await foundBroken(connection)).toEqual([])
  })
})
