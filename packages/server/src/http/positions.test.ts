import { expect, it } from 'vitest'
import type { HttpRequest } from '@content-api/core/message/message'
import type { LogPosition } from '@content-api/engine/database'
import { compose } from '@content-api/core/transport/compose'
import { createPositions } from './positions.js'

const first = '00000001-0000000000000010'
const second = '00000001-0000000000000020'
const secrets = ['a-secret-of-this-service']
const readsAt = (path: string) => path === '/graphql'

const requestTo = (line: string, headers: Record<string, string> = {}): HttpRequest => {
  const [method = '', path = ''] = line.split(' ')
  return { method, path, header: (name: string) => headers[name] } as HttpRequest
}

/** The headers of the response to a write that ends at this position of the log. */
async function headersAfter(position: LogPosition | null, by = secrets): Promise<Record<string, string>> {
  let stands: LogPosition | null = null
  const positions = createPositions({ secrets: by, lastWrite: () => stands, readsAt })
  const write = compose([
    positions.addToWrites,
    async () => {
      stands = position
      return { status: 200, headers: {}, body: null }
    },
  ])
  const { headers, cookies = [] } = await write(requestTo('POST /api/tags'))
  return { ...headers, ...(cookies.length > 0 && { 'Set-Cookie': cookies.join('\n') }) }
}

const tokenOf = async (position: LogPosition, by = secrets) => (await headersAfter(position, by))['Data-Position'] ?? ''
const at = (lastWrite: LogPosition | null = null) => createPositions({ secrets, lastWrite: () => lastWrite, readsAt })
const bearer = { authorization: 'Bearer x' }

it('a response to a write has its position in a header and a cookie', async () => {
  const headers = await headersAfter(first)
  expect(headers['Data-Position']).toMatch(new RegExp(`^${first}\\.[\\w-]{22}$`))
  expect(headers['Set-Cookie']).toBe(
    `data_position=${headers['Data-Position']}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`,
  )
  expect(await headersAfter(null)).toEqual({})
})

it('a response to a read has no position, so that caches store none', async () => {
  const read = compose([at(first).addToWrites, () => ({ status: 200, headers: {}, body: null })])
  expect((await read(requestTo('GET /api/tags'))).headers).toEqual({})
})

it('a response keeps the cookies that a route sets', async () => {
  let stands: LogPosition | null = null
  const positions = createPositions({ secrets, lastWrite: () => stands, readsAt })
  const write = compose([
    positions.addToWrites,
    () => {
      stands = first
      return { status: 200, headers: {}, cookies: ['a=b'], body: null }
    },
  ])
  expect((await write(requestTo('POST /own'))).cookies).toEqual([
    'a=b',
    expect.stringMatching(new RegExp(`^data_position=${first}`)),
  ])
})

it('a read may send the position in the header or the cookie; the later position counts', async () => {
  const [one, two] = [await tokenOf(first), await tokenOf(second)]
  const after = (headers: Record<string, string>) => at().readAfter(requestTo('GET /api/tags', headers))
  expect(after({ 'data-position': one })).toBe(first)
  expect(after({ cookie: `a=b; data_position=${one}` })).toBe(first)
  expect(after({ ...bearer, 'data-position': one })).toBe(first)
  expect(after({ 'data-position': one, cookie: `data_position=${two}` })).toBe(second)
  expect(after({ 'data-position': two, cookie: `data_position=${one}` })).toBe(second)
})

it('without a position, reads with credentials go to the primary and others to any replica', () => {
  expect(at().readAfter(requestTo('GET /api/tags'))).toBe('any')
  expect(at().readAfter(requestTo('GET /api/tags', bearer))).toBeNull()
  expect(at().readAfter(requestTo('GET /api/tags', { ...bearer, 'data-position': 'any' }))).toBe('any')
})

it('a position that this service did not sign is ignored', async () => {
  const otherService = await tokenOf(second, ['another-secret'])
  const forged = (await tokenOf(first)).replace(first, second)
  for (const token of [otherService, forged, first, `${first}.`, '', '.', 'x'.repeat(5_000)]) {
    expect(at().readAfter(requestTo('GET /api/tags', { 'data-position': token }))).toBe('any')
    expect(at().readAfter(requestTo('GET /api/tags', { ...bearer, 'data-position': token }))).toBeNull()
  }
})

it('a position that a previous secret signed is valid', async () => {
  const positions = createPositions({ secrets: ['new', ...secrets], lastWrite: () => null, readsAt })
  expect(positions.readAfter(requestTo('GET /', { 'data-position': await tokenOf(first) }))).toBe(first)
})

it('all reads of a write go to the primary; those of a query by POST may go to a replica', async () => {
  const headers = { 'data-position': await tokenOf(first) }
  expect(at().readAfter(requestTo('PUT /api/tags/1', headers))).toBeNull()
  expect(at().readAfter(requestTo('POST /graphql', headers))).toBe(first)
  expect(at(second).readAfter(requestTo('POST /graphql', headers))).toBe(second)
  expect(at().readAfter(requestTo('POST /graphql', bearer))).toBeNull()
})
