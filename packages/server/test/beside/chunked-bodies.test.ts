import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { Outcome } from '@content-api/strapi-reads/serve-reads'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { serveListener } from './serve-listener.js'

const headers = { 'Content-Type': 'application/json; charset=utf-8' }
const served: Outcome = {
  kind: 'response',
  response: { status: 200, headers, body: '{"data":{}}' },
  record: { plans: [], caller: null },
}
const left: Outcome = { kind: 'forwarded', reason: { kind: 'construct', message: 'a test' } }

/** Serves GraphQL beside a Strapi that responds with the length of the body it got, and with its trailer. */
async function serve(outcome: Outcome) {
  const strapi = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.once('end', () => {
      const received = Buffer.concat(chunks)
      response.end(`${received.length} ${received.subarray(-3).toString()} ${message.trailers['x-end']?.toString()}`)
    })
  })
  await once(strapi.listen(0, '127.0.0.1'), 'listening')
  cleanUpAfterFile(() => void strapi.close())
  const target = new URL(`http://127.0.0.1:${(strapi.address() as AddressInfo).port}`)
  const { url } = await serveListener({ target, outcome, endpoint: '/graphql' })
  return async (parts: readonly string[]) => {
    const sent = request(`${url}/graphql`, { method: 'POST', headers: { ...headers, Trailer: 'X-End' } })
    for (const part of parts) sent.write(part)
    sent.addTrailers({ 'X-End': 'yes' })
    const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage]
    const body = Buffer.concat((await answer.toArray()) as Buffer[]).toString()
    return [answer.headers['x-served-by'], body]
  }
}

it('serves a query whose length no header tells', async () => {
  const send = await serve(served)
  expect(await send(['{"query":', '"{ tags }"}'])).toEqual(['content-api', '{"data":{}}'])
  expect(await send([])).toEqual(['content-api', '{"data":{}}'])
})

it('forwards all of a body that turns out to be too large', async () => {
  const send = await serve(served)
  const part = 'x'.repeat(500_000)
  expect(await send([...Array<string>(9).fill(part), 'end'])).toEqual(['strapi', '4500003 end yes'])
})

it('forwards all of a body that was read', async () => {
  const send = await serve(left)
  expect(await send(['ab', 'cd'])).toEqual(['strapi', '4 bcd yes'])
  expect(await send([])).toEqual(['strapi', '0  yes'])
})
