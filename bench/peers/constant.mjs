// A `node:http` server that responds to every request with the same 1 kB of JSON. Prints its address.
import { createServer } from 'node:http'

const body = JSON.stringify({ data: 'x'.repeat(1013) })
const headers = { 'content-type': 'application/json', 'content-length': body.length }
const server = createServer((_, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
