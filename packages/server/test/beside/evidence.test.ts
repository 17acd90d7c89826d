import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createEvidence, type Evidence } from '@content-api/strapi-reads/evidence/create-evidence'
import type { Outcome } from '@content-api/strapi-reads/serve-reads'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { serveListener } from './serve-listener.js'

const body = '{"data":[]}'
const headers = { 'Content-Type': 'application/json; charset=utf-8' }

/** Serves one shape of reads, whose responses are those of Strapi. */
async function serve() {
  const strapi = createServer((_message, response) => void response.writeHead(200, headers).end(body))
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
  const ask = async () => {
    const response = await fetch(`${url}/api/i18n/locales`)
    await response.text()
    return response.headers.get('x-served-by')
  }
  /** Asks until a comparison ends, which is after the response. */
  const askAndCompare = async () => {
    const end = once(compared, 'compared')
    return [await ask(), (await end)[0] as string]
  }
  return { ask, askAndCompare, generations }
}

it('serves a shape after three comparisons, and compares it again after a change of the schema', async () => {
  const { ask, askAndCompare, generations } = await serve()
  for (let schema = 0; schema < 2; schema++) {
    for (let times = 0; times < 3; times++) expect(await askAndCompare()).toEqual(['strapi', 'equal'])
    expect(await ask()).toBe('content-api')
    await generations.replace()
  }
})
