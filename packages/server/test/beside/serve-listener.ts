import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Evidence } from '@content-api/strapi-reads/evidence/create-evidence'
import { Generations } from '@content-api/strapi-reads/generations'
import { createBesideListener } from '@content-api/strapi-reads/listener'
import type { Reads } from '@content-api/strapi-reads/open-reads'
import { createProxy } from '@content-api/strapi-reads/proxy/proxy'
import type { Outcome } from '@content-api/strapi-reads/serve-reads'
import { parseConfig } from '@content-api/core/config/parse'
import { openLogger } from '@content-api/core/log/logger'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'

interface ServeListenerOptions {
  /** Where Strapi listens. */
  readonly target: URL
  /** What becomes of each read here. */
  readonly outcome: Outcome
  readonly evidence?: Evidence
  /** The path of GraphQL. */
  readonly endpoint?: string
  readonly maxForwarded?: number
}

/** Starts a server beside Strapi whose reads all have the same outcome. */
export async function serveListener({ target, outcome, evidence, endpoint, maxForwarded = 256 }: ServeListenerOptions) {
  const config = parseConfig({ beside: { maxForwarded } })
  const proxy = createProxy({ target, trustProxy: 0, maximum: config.beside.maxForwarded })
  const openReads = (): Partial<Reads> => ({
    verdicts: { everything: null, ofPath: () => null } as unknown as Reads['verdicts'],
    serve: () => Promise.resolve(outcome),
    close: () => Promise.resolve(),
  })
  const generations = new Generations(() => Promise.resolve(openReads() as Reads))
  await generations.replace()
  const counted: string[] = []
  const listener = createBesideListener({
    config,
    endpoint: endpoint ?? null,
    generations,
    proxy,
    evidence: evidence ?? null,
    headersOf: () => ({}),
    compresses: false,
    isTimed: false,
    metrics: {
      served: () => counted.push('served'),
      forwarded: ({ kind }) => counted.push(kind),
      refused: () => counted.push('refused'),
    },
    logger: openLogger({ level: 'silent', format: 'text', to: 'stderr' }),
  })
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanUpAfterFile(() => {
    server.close()
    server.closeAllConnections()
    proxy.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, generations, counted }
}
