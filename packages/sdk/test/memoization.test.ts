import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it, vi } from 'vitest'
import type * as Sdk from '../src/index.js'
import { startServer } from './support/start-server.js'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))

/** Returns the SDK, bundled with these export conditions. Server Components use `react-server`. */
async function bundledFor(conditions: string[]): Promise<typeof Sdk> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@content-api/sdk'", resolveDir: packageRoot, loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions,
    write: false,
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return (await import(`data:text/javascript;base64,${code}`)) as typeof Sdk
}

/** Shares the GET requests of one render as Next.js does: by address and headers, and only without a signal. */
function sharingFetch(): typeof fetch {
  const shared = new Map<string, Promise<Response>>()
  return async (address, init = {}) => {
    if (init.signal || (init.method ?? 'GET') !== 'GET') return fetch(address, init)
    const key = JSON.stringify([address instanceof Request ? address.url : address, [...new Headers(init.headers)]])
    const response = shared.get(key) ?? fetch(address, init)
    shared.set(key, response)
    return (await response).clone()
  }
}

const list = { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } }

describe('in React Server Components', () => {
  it('equal reads of one render send one request', async () => {
    const { createClient } = await bundledFor(['react-server'])
    const { url, received } = await startServer(() => list)
    const articles = createClient({ baseURL: url, token: 't', fetch: sharingFetch() }).collection('articles')
    const found = await Promise.all([
      articles.find({ sort: 'title' }),
      articles.find({ sort: 'title' }),
      articles.find(),
    ])
    expect(found).toEqual([list, list, list])
    expect(received).toHaveLength(2)
  })

  it("the time limit applies, and the call's signal is passed on", async () => {
    const { createClient, TimeoutError } = await bundledFor(['react-server'])
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined))
    const articles = createClient({ baseURL: 'https://cms.example.org', fetch }).collection('articles')
    await expect(articles.find({}, { timeout: 20 })).rejects.toSatisfy((error) => TimeoutError.is(error))
    expect(fetch.mock.calls[0]?.[1]?.signal).toBeNull()
    const aborted = articles.find({}, { signal: AbortSignal.timeout(20) })
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
    expect(fetch.mock.calls[1]?.[1]?.signal?.aborted).toBe(true)
  })

  it('writes have a signal', async () => {
    const { createClient } = await bundledFor(['react-server'])
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ data: { id: 1, attributes: {} } }))
    await createClient({ baseURL: '', fetch }).collection('articles').create({})
    expect(fetch.mock.calls[0]?.[1]?.signal).toBeInstanceOf(AbortSignal)
  })
})

it('elsewhere a request that takes too long is aborted', async () => {
  const { createClient } = await bundledFor(['node'])
  const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined))
  const call = createClient({ baseURL: '', fetch }).collection('articles').find({}, { timeout: 20 })
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(fetch.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
})
