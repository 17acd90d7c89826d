import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ContentApi } from '@content-api/server'
import { openBrowser } from '../../../packages/server/test/support/browser.js'
import { serveArticles } from '../../cms/service.mjs'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newPage']>>

const root = fileURLToPath(new URL('..', import.meta.url))
const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
export const DRAFT_SECRET = 'secret-of-drafts'
const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
/** The path of the proxy that passes webhooks to the site. The paths of the service begin with `/api`. */
const WEBHOOK = '/webhook'

export interface ServedSite {
  readonly address: string
  readonly api: ContentApi
  readonly page: Page
  /** The site's requests to the service, such as `GET /api/articles?…`. `splice(0)` empties the list. */
  readonly requests: string[]
  /** Runs the work, and resolves to the status of the site's response to the next webhook. */
  statusOfWebhook(work: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server)
}

/** Returns a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}

/** The headers of a request without those of its connection. */
function headersOf({ headers: { host: _host, connection: _connection, ...headers } }: IncomingMessage): Headers {
  return new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** Forwards requests, and returns the address for each of them with `addressOf`. */
function proxy(addressOf: (request: IncomingMessage) => string, onResponse: (status: number, url: string) => void) {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const passed = await fetch(addressOf(request), {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    })
    const body = Buffer.from(await passed.arrayBuffer())
    response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' }).end(body)
    onResponse(passed.status, request.url ?? '')
  }
  return createServer((request, response) => void pass(request, response))
}

async function untilReady(site: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [site.stdout, site.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Ready')) resolve()
      })
    }
    site.once('exit', (code) => reject(new Error(`next start ended with ${code}:\n${output}`)))
  })
}

/** Starts the service, the production build of the site, and a browser. */
export async function serveSite(): Promise<ServedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'next-site-'))
  const uploads = join(folder, 'uploads')
  await mkdir(uploads)
  const requests: string[] = []
  const webhooks = new EventEmitter()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let service = ''
  const between = proxy(
    (request) => {
      if (request.url === WEBHOOK) return `${address}/revalidate`
      requests.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`)
      return service + request.url
    },
    (status, url) => {
      if (url === WEBHOOK) webhooks.emit('delivered', status)
    },
  )
  const proxyAddress = `http://127.0.0.1:${await listen(between)}`
  const { api, url } = await serveArticles({
    database: join(folder, 'articles.db'),
    uploads,
    webhooks: [
      {
        name: 'site',
        url: proxyAddress + WEBHOOK,
        events: ['entry.import'],
        secret: WEBHOOK_SECRET,
        allowPrivateAddresses: true,
      },
    ],
  })
  service = url
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    CMS_URL: proxyAddress,
    DRAFT_SECRET,
    WEBHOOK_SECRET,
    NEXT_TELEMETRY_DISABLED: '1',
  }
  await rm(join(root, '.next'), { recursive: true, force: true })
  await promisify(execFile)(process.execPath, [next, 'build', root], { env, cwd: root })
  const site = spawn(process.execPath, [next, 'start', root, '--port', String(port), '--hostname', '127.0.0.1'], {
    env,
    cwd: root,
  })
  await untilReady(site)
  const browser = await openBrowser()
  const page = await browser.newPage()
  page.setDefaultTimeout(300_000)
  return {
    address,
    api,
    page,
    requests,
    async statusOfWebhook(work) {
      const delivered = once(webhooks, 'delivered') as Promise<[number]>
      await work()
      return (await delivered)[0]
    },
    async close() {
      await browser.close()
      site.kill()
      await once(site, 'exit')
      await api.close()
      between.closeAllConnections()
      between.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
