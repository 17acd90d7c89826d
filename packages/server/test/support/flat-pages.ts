import { expect } from 'vitest'
import type { UploadService } from './upload-service.js'

interface Row {
  readonly id: number
}

/** The lists without an envelope, with their rows in the body. */
const lists: readonly (readonly [path: string, rowsIn: (body: unknown) => readonly Row[]])[] = [
  ['/api/upload/files', (body) => body as readonly Row[]],
  ['/api/users', (body) => body as readonly Row[]],
  ['/api/users-permissions/roles', (body) => (body as { readonly roles: readonly Row[] }).roles],
  ['/api/i18n/locales', (body) => body as readonly Row[]],
]

/** Other forms of pagination, with the ends of their errors in strict mode. Lenient mode ignores them. */
const otherForms = [
  ['pagination[limit]=1', 'use limit instead of pagination[limit]'],
  ['pagination[start]=1&pagination[limit]=1', 'use start instead of pagination[start]'],
  ['pagination[pageSize]=1', 'use start and limit instead of pagination[pageSize]'],
  ['pagination=1', 'use start and limit instead of pagination'],
  ['pageSize=1', 'use start and limit instead of pageSize'],
] as const

/** Reads each list by `start` and `limit`. The service has files, and everything is allowed. */
export async function expectFlatPages({ ask }: Pick<UploadService, 'ask'>, mode: 'strict' | 'lenient'): Promise<void> {
  for (const username of ['ann', 'ben']) {
    const user = { username, email: `${username}@example.com`, password: 'Passw0rd!', role: 1 }
    expect(await ask('POST /api/users', user)).toMatchObject({ status: 201 })
  }
  for (const [path, rowsIn] of lists) {
    const get = (query: string) => ask(`GET ${path}?${query}`)
    const idsOf = async (query: string) => {
      const { status, body } = await get(query)
      expect([query, path, status]).toEqual([query, path, 200])
      return rowsIn(body).map(({ id }) => id)
    }
    const all = await idsOf('')
    expect(all.length, path).toBeGreaterThan(1)
    for (const [query, ids] of [
      ['limit=1', all.slice(0, 1)],
      ['start=1', all.slice(1)],
      ['start=1&limit=1', all.slice(1, 2)],
      ['start=1&limit=-1', all.slice(1)],
      ['limit=1000', all],
      ['start=1000', []],
    ] as const) {
      expect(await idsOf(query), `${path}?${query}`).toEqual(ids)
    }
    for (const query of ['limit=x', 'start=-1']) {
      expect(await get(query), query).toMatchObject({ status: 400, body: { error: { name: 'PaginationError' } } })
    }
    for (const [query, message] of otherForms) {
      if (mode === 'lenient') expect(await idsOf(query), `${path}?${query}`).toEqual(all)
      else {
        const error = { name: 'PaginationError', message: `Invalid pagination attributes: ${message}` }
        expect(await get(query), path).toMatchObject({ status: 400, body: { error } })
      }
    }
  }
  expect(await ask('GET /api/users/count?limit=1')).toMatchObject({ status: mode === 'lenient' ? 200 : 400 })
}
