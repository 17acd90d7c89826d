import { EventEmitter, once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createEvidence, type Evidence } from '@content-api/strapi-reads/evidence/create-evidence'
import type { Outcome } from '@content-api/strapi-reads/serve-reads'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { serveListener } from './serve-listener.js'

const body = '{"data":[]}'
const headers = { 'Content-Type': 'application/json; charset=utf-8' }

/** Serves one shape of reads, whose responses are those of Strapi. */
async function serve(answerTo: (received: IncomingHttpHeaders) => string = () => body) {
  const strapi = createServer((message, response) => {
    const { 'x-status': status, ...received } = message.headers
    response.writeHead(Number(status ?? 200), headers).end(answerTo(received))
  })
  await once(strapi.listen(0, '127.0.0.1'), 'listening')
  cleanUpAfterFile(() => void strapi.close())
  const target = new URL(`http://127.0.0.1:${(strapi.address() as AddressInfo).port}`)
  const compared = new EventEmitter()
  const real = createEvidence({ verify: true, report: () => undefined, random: () => 0.5 })
  const evidence: Evidence = {
    figures: () => real.figures(),
    ofSchema: (reads) => ({
      judge: (key) => real.ofSchema(reads).judge(key),
      compared(...answers) {
        const result = real.ofSchema(reads).compared(...answers)
        compared.emit('compared', result)
        return result
      },
    }),
  }
  const response = { status: 200, headers, body }
  const outcome: Outcome = { kind: 'response', response, record: { plans: [], caller: null } }
  const { url, generations } = await serveListener({ target, outcome, evidence })
  const ask = async (sent: OutgoingHttpHeaders = {}) => {
    const asked = request(`${url}/api/i18n/locales`, { headers: sent }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    return answer.headers['x-served-by']
  }
  /** Asks until a comparison ends, which is after the response. */
  const askAndCompare = async () => {
    const end = once(compared, 'compared')
    return [await ask(), (await end)[0] as string]
  }
  return { ask, askAndCompare, generations, figures: () => real.figures() }
}

it('serves a shape after three comparisons, and compares it again after a change of the schema', async () => {
  const { ask, askAndCompare, generations } = await serve()
  for (let schema = 0; schema < 2; schema++) {
    for (let times = 0; times < 3; times++) expect(await askAndCompare()).toEqual(['strapi', 'equal'])
    expect(await ask()).toBe('content-api')
    await generations.replace()
  }
})

describe('no client can stop a shape for others', () => {
  /** Headers that a response can depend on, and one that nobody knows. */
  const names = [
    'Authorization',
    'Cookie',
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Content-Type',
    'Origin',
    'Host',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'Cache-Control',
    'Forwarded',
    'X-Forwarded-Proto',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'Strapi-Response-Format',
    'User-Agent',
    'Referer',
    'X-Anything',
  ]

  it('by headers that Connection names', async () => {
    const { ask, askAndCompare, figures } = await serve((received) => (received['x-given'] === 'lost' ? '{}' : body))
    for (const name of names) {
      for (const connection of [`close, ${name}`, name.toLowerCase(), `keep-alive,\t${name.toUpperCase()}`])
        expect(await ask({ [name]: 'a', 'X-Given': 'lost', Connection: connection })).toBe('strapi')
    }
    expect(figures().comparisons).toBe(0)
    for (let times = 0; times < 3; times++) expect(await askAndCompare()).toEqual(['strapi', 'equal'])
    for (const connection of ['close', 'keep-alive', 'TE, close'])
      expect(await ask({ Connection: connection })).toBe('content-api')
  })

  it('by responses that are not those of the read', async () => {
    const { ask, askAndCompare, figures } = await serve()
    for (const status of [206, 304, 408, 412, 413, 416, 417, 429, 431, 502, 503, 504])
      for (let times = 0; times < 2; times++) await ask({ 'X-Status': String(status) })
    expect(figures().comparisons).toBe(0)
    for (let times = 0; times < 3; times++) expect(await askAndCompare()).toEqual(['strapi', 'equal'])
    expect(await ask()).toBe('content-api')
  })
})
