// Serves the in-memory server of packages/conformance-selftest/src/second-server with three tags. The first
// argument is the port. For tests that start a service by a command.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createSecondServer } from '../../packages/conformance-selftest/dist/second-server/second-server.js'

const { fetch } = createSecondServer()
const headers = { authorization: 'Bearer conformance-full-access', 'content-type': 'application/json' }
for (const name of ['alder', 'birch', 'cedar']) {
  const body = JSON.stringify({ data: { name } })
  await fetch(new Request('http://localhost/api/conf-tags', { method: 'POST', headers, body }))
}
async function respond(incoming, outgoing) {
  const body = await text(incoming)
  const { method = 'GET', url = '/' } = incoming
  const request = new Request(new URL(url, 'http://localhost'), {
    method,
    headers: incoming.headers,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  })
  const response = await fetch(request)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

createServer((incoming, outgoing) => void respond(incoming, outgoing)).listen(Number(process.argv[2]), '127.0.0.1')
