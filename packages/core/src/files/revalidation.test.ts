import { expect, it } from 'vitest'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { jsonResponse } from '../message/message.js'
import { createListener } from '../transport/node-listener.js'
import { parseConfig } from '../config/parse.js'
import { tagOf, withRevalidation } from './revalidation.js'

const graphqlType = { 'Content-Type': 'application/graphql-response+json; charset=utf-8' }
const long = JSON.stringify({ data: Array.from({ length: 20_000 }, (_, id) => `é ${id}`) })

it.each([
  ['short text', '{"data":[]}', jsonResponse('{"data":[]}')],
  ['long text', long, jsonResponse(long)],
  ['JSON in bytes', long, jsonResponse(Buffer.from(long))],
  ['GraphQL response in bytes', long, { ...jsonResponse(Buffer.from(long)), headers: graphqlType }],
])('sends a %s with an ETag of its bytes, and compresses it for clients that accept it', async (_, text, response) => {
  const config = parseConfig({})
  const handle = (request: Parameters<typeof withRevalidation>[0]) =>
    Promise.resolve(withRevalidation(request, response))
  const server = createServer(createListener({ config, handle })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  expect(await plain.text()).toBe(text)
  expect(plain.headers.get('etag')).toBe(tagOf(text))
  const compressed = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers.get('content-encoding')).toBe(text === long ? 'br' : null)
  expect(await compressed.text()).toBe(text)
  const known = await fetch(url, { headers: { 'if-none-match': tagOf(text) } })
  expect(known.status).toBe(304)
  server.close()
})
