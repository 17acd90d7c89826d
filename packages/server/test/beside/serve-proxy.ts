import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ForwardOptions, ForwardResult, ProxyOptions } from '@content-api/strapi-reads/proxy/proxy'
import { createProxy } from '@content-api/strapi-reads/proxy/proxy'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'

type Options = Partial<ProxyOptions> &
  Pick<ProxyOptions, 'target'> & {
    readonly forward?: Partial<ForwardOptions>
    readonly announcesClose?: boolean
    readonly readsBody?: boolean
  }

/** Starts a server that forwards each request, with a body that it has read before if it `readsBody`. */
export async function serveProxy({ forward = {}, announcesClose = false, readsBody = false, ...options }: Options) {
  const failures: unknown[] = []
  const results: Promise<ForwardResult>[] = []
  const proxy = createProxy({ trustProxy: 0, log: ({ error }) => failures.push(error), ...options })
  const server = createServer((message, response) => {
    if (announcesClose) response.setHeader('Connection', 'close')
    const send = (body?: Buffer) => {
      const reason = { kind: 'route', message: 'a test' } as const
      results.push(proxy.forward(message, response, { reason, body, ...forward }))
    }
    if (readsBody) void message.toArray().then((chunks) => send(Buffer.concat(chunks as Buffer[])))
    else send()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUpAfterFile(() => {
    server.close()
    server.closeAllConnections()
    proxy.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, proxy, server, failures, results }
}
