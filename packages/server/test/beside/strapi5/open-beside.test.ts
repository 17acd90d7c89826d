import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBeside } from '@content-api/strapi-reads/open-beside'
import type { DatabaseAddress } from '../recorded-rows.js'
import { type Caller, HttpClient, servedBy } from '../http-client.js'
import { fillSqlite, recordedReads } from './recorded-database.js'
import { writeRecordedProject } from './served-project.js'

const recorded = new Map(
  recordedReads('sqlite').flatMap(({ path, role, body }) => (role === 'public' ? [[path, body]] : [])),
)

/** Stands for Strapi: it has the recorded responses to reads without a token. Others have a status of their own. */
const strapi = createServer((message, response) => {
  const isPublic = message.method === 'GET' && message.headers.authorization === undefined
  const body = isPublic && recorded.get(message.url ?? '')
  message.resume().once('end', () => {
    if (body) response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    else response.writeHead(218).end()
  })
})
const folder = mkdtempSync(join(tmpdir(), 'content-api-beside5-'))
let database: DatabaseAddress
let address: string

beforeAll(async () => {
  await once(strapi.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(strapi.address() as AddressInfo).port}`
  database = await fillSqlite(folder)
})
afterAll(() => {
  strapi.close()
  rmSync(folder, { recursive: true, force: true })
})

type Ask = Awaited<ReturnType<typeof start>>['ask']

/** Starts the server beside Strapi. Resolves to a function that sends requests to it, and `close`. */
async function start(logins: 'legacy-support' | 'refresh') {
  const project = mkdtempSync(join(folder, 'project-'))
  await writeRecordedProject(project, database, logins)
  const overrides = { log: { level: 'silent' }, beside: { strapi: address, timeZone: 'UTC' } }
  const beside = await openBeside({ project, overrides })
  const { url } = await beside.listen({ host: '127.0.0.1', port: 0 })
  const client = new HttpClient(url)
  const ask = async (path: string, caller?: Caller, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await client.send({ method: 'GET', path, caller, headers })
    return { ...answer, by: servedBy(answer) }
  }
  const close = async () => {
    client.close()
    await beside.close()
  }
  return { ask, close }
}

const specimen = (n: number) => `/api/specimens/specimen${String(n).padStart(16, '0')}`

/** Reads three documents, whose responses are compared with those of Strapi. Returns who served them. */
const compareThree = async (ask: Ask) => {
  const servers: string[] = []
  for (const n of [1, 2, 8]) servers.push((await ask(specimen(n))).by)
  return servers
}

describe('with tokens for logins', () => {
  let ask: Ask
  let close: () => Promise<void>
  let compared: readonly string[]

  beforeAll(async () => {
    ;({ ask, close } = await start('legacy-support'))
    compared = await compareThree(ask)
  })
  afterAll(() => close())

  it('serves one document after three others of its type had the responses of Strapi', async () => {
    expect(compared).toEqual(['strapi', 'strapi', 'strapi'])
    const { status, by, text } = await ask(specimen(3))
    expect([status, by]).toEqual([200, 'content-api'])
    expect(JSON.parse(text)).toMatchObject({ data: { documentId: 'specimen0000000000000003' }, meta: {} })
    // Other members are another kind of read.
    expect((await ask(`${specimen(3)}?fields=id`)).by).toBe('strapi')
  })

  it('sends the headers of Strapi 5', async () => {
    const origin = 'https://x.example'
    const { by, headers } = await ask(specimen(1), 'public', { origin })
    expect([by, headers]).toMatchObject(['content-api', { ...recordedHeaders, 'access-control-allow-origin': origin }])
  })

  it.each([
    ['the format of Strapi 4', { 'strapi-response-format': 'v4' }],
    ['invisible characters', { 'strapi-encode-source-maps': 'true' }],
  ])('forwards requests for %s', async (_what, headers) => {
    expect((await ask(specimen(1), 'public', headers)).by).toBe('strapi')
  })
})

it('forwards users with refresh sessions, which only Strapi can check', async () => {
  const { ask, close } = await start('refresh')
  onTestFinished(close)
  await compareThree(ask)
  expect((await ask(specimen(1))).by).toBe('content-api')
  expect(await ask(specimen(1), 'erin')).toMatchObject({ status: 218, by: 'strapi' })
})

const recordedHeaders = {
  'content-security-policy':
    "connect-src 'self' https:;img-src 'self' data: blob: https://market-assets.strapi.io;media-src 'self' data: blob:;default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  vary: 'Origin',
  'access-control-allow-credentials': 'true',
  'content-type': 'application/json; charset=utf-8',
  'x-powered-by': 'Strapi <strapi.io>',
}
