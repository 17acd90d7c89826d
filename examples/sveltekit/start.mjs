import { createServer } from 'node:http'

/**
 * Serves the production build over plain HTTP, to try it. The adapter takes all requests for HTTPS, unless a
 * header names the protocol. Behind a proxy with HTTPS, `node build` does.
 */
process.env.PROTOCOL_HEADER = 'x-forwarded-proto'
const { handler } = await import(new URL('build/handler.js', import.meta.url).href)
const server = createServer((request, response) => {
  request.headers['x-forwarded-proto'] = 'http'
  handler(request, response)
})
server.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? 'localhost')
