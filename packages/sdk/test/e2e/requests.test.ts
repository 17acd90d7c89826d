import { describe, expect, it } from 'vitest'
import { AbortError, createClient, limitConcurrency, shareReads, TimeoutError } from '../../src/index.js'
import type { ContentTypes } from './content-types.gen.js'
import { services, tokens } from './services.js'

describe.each(await services())('requests to $name', ({ start }) => {
  const url = start()
  const options = () => ({ baseURL: url(), token: tokens.full })
  const tags = () => createClient<ContentTypes>(options()).collection('tags')

  it('end after an abort and at the timeout', async () => {
    const controller = new AbortController()
    const call = tags().find({}, { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toThrow(AbortError)
    await expect(tags().find({}, { timeout: 0 })).rejects.toThrow(TimeoutError)
  })

  it('are passed to hooks, which may add headers', async () => {
    const seen: unknown[] = []
    const api = createClient<ContentTypes>({
      ...options(),
      token: undefined,
      defaults: {
        onRequest: ({ options: { headers } }) => headers.set('authorization', `Bearer ${tokens.custom}`),
        onResponse: ({ response }) => void seen.push(response.status),
      },
    })
    await api.collection('categories').first()
    await expect(api.collection('categories').findOne(1)).rejects.toMatchObject({ status: 403 })
    expect(seen).toEqual([200, 403])
  })

  it('are shared and limited', async () => {
    const [sent, under] = [[] as string[], { way: 0, most: 0 }]
    const counted: typeof fetch = async (address, init) => {
      sent.push(address as string)
      under.most = Math.max(under.most, ++under.way)
      return fetch(address, init).finally(() => under.way--)
    }
    const api = createClient<ContentTypes>({ ...options(), fetch: counted })
      .with(limitConcurrency(2))
      .with(shareReads())
    const ids = [1, 2, 3, 4, 1, 2, 3, 4]
    const found = await Promise.all(ids.map((id) => api.collection('tags').findOne(id)))
    expect(found.map(({ id }) => id)).toEqual(ids)
    expect(sent).toHaveLength(4)
    expect(under.most).toBe(2)
  })
})
