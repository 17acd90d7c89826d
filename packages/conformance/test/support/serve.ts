import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

export type Fetch = (request: Request) => Promise<Response>

/** A self-signed certificate for localhost and 127.0.0.1. */
export const certificatePath = fileURLToPath(new URL('tls/certificate.pem', import.meta.url))
const keyPath = fileURLToPath(new URL('tls/key.pem', import.meta.url))

const listenerOf =
  (fetch: Fetch): RequestListener =>
  (incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const hasBody = !['GET', 'HEAD'].includes(incoming.method ?? 'GET')
      const request = new Request(`http://localhost${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers: incoming.headers as Record<string, string>,
        ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
      })
      const respond = async () => {
        const response = await fetch(request)
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      }
      void respond()
    })
  }

/**
 * Serves a fetch function on a free port of the loopback interface. `secure` uses TLS with a self-signed
 * certificate.
 */
export async function serve(fetch: Fetch, { secure = false }: { readonly secure?: boolean } = {}) {
  const server = secure
    ? createSecureServer({ cert: readFileSync(certificatePath), key: readFileSync(keyPath) }, listenerOf(fetch))
    : createServer(listenerOf(fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}
