import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ContentApi } from '@content-api/server'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../packages/server/test/support/browser.js'
import { openService } from '../open-service.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
export const DRAFT_SECRET = 'secret-of-drafts'
export const REVALIDATE_SECRET = 'secret-of-revalidation'

export interface ServedSite {
  readonly address: string
  readonly api: ContentApi
  readonly page: Page
  /** The site's requests to the service, such as `GET /api/articles?…`. `splice(0)` empties the list. */
  readonly requests: string[]
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

/** Forwards requests to the service and records them. */
function recordingProxy(service: string, requests: string[]): Server {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization, 'content-type': type } = request.headers
    const passed = await fetch(service + request.url, {
      method: request.method ?? 'GET',
      headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    })
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text())
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
  const api = await openService(join(folder, 'articles.db'))
  const requests: string[] = []
  const { url } = await api.listen({ port: 0 })
  const proxy = recordingProxy(url, requests)
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    CMS_URL: `http://127.0.0.1:${await listen(proxy)}`,
    DRAFT_SECRET,
    REVALIDATE_SECRET,
    NEXT_TELEMETRY_DISABLED: '1',
  }
  await rm(join(root, '.next'), { recursive: true, force: true })
  await promisify(execFile)(process.execPath, [next, 'build', root], { env, cwd: root })
  const port = await freePort()
  const site = spawn(process.execPath, [next, 'start', root, '--port', String(port), '--hostname', '127.0.0.1'], {
    env,
    cwd: root,
  })
  await untilReady(site)
  const browser = await openBrowser()
  const page = await browser.newPage()
  page.setDefaultTimeout(300_000)
  return {
    address: `http://127.0.0.1:${port}`,
    api,
    page,
    requests,
    async close() {
      await browser.close()
      site.kill()
      await once(site, 'exit')
      proxy.closeAllConnections()
      proxy.close()
      await api.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
