import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Fetch = (request: Request) => Promise<Response>

/** Serves a fetch function on a free port of the loopback interface. */
export async function serve(fetch: Fetch) {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const hasBody = !['GET', 'HEAD'].includes(incoming.method ?? 'GET')
      const request = new Request(`http://localhost${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers: incoming.headers as Record<string, string>,
        ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
      })
      const answer = async () => {
        const response = await fetch(request)
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      }
      void answer()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}
