import { JSDOM } from 'jsdom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AbortError,
  auth,
  createClient,
  memoryStorage,
  NetworkError,
  type Progress,
  ResponseShapeError,
  upload,
} from '../src/index.js'
import { mediaURL, srcset } from '../src/media.js'
import { type Received, sendError, startServer } from './support/start-server.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const firstOf = (received: readonly Received[]): Received => received[0] ?? expect.fail('nothing was sent')

const file = new File(['hello'], 'hello.txt', { type: 'text/plain' })
const stored = [{ id: 1, name: 'hello.txt', url: '/uploads/hello.txt' }]

/**
 * Replaces `XMLHttpRequest` by a class that accepts uploads and rejects the token `stale`. `responseURL` and
 * `odd` set the address and the status of responses. Returns the headers of each request.
 */
function fakeRequests(responseURL?: string, odd?: number): Record<string, string>[] {
  const sent: Record<string, string>[] = []
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly statusText = ''
    readonly responseURL = responseURL
    readonly headers: Record<string, string> = {}
    get status() {
      return odd ?? (this.headers['authorization'] === 'Bearer stale' ? 401 : 200)
    }
    get response() {
      const body = JSON.stringify(this.status === 200 ? stored : { error: { name: 'UnauthorizedError' } })
      return new TextEncoder().encode(body).buffer
    }
    open(method: string, url: string) {
      Object.assign(this.headers, { method, url })
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    getAllResponseHeaders = () => 'content-type: application/json\r\nx-a: b: c\r\n'
    send() {
      sent.push(this.headers)
      for (const loaded of [1, 5]) this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 5 }))
      this.dispatchEvent(new Event('load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return sent
}

describe('an upload', () => {
  it('sends the files, their metadata and their entry', async () => {
    const { url, received } = await startServer(() => stored)
    const api = createClient({ baseURL: url, token: 't' }).with(upload())
    const progress: number[] = []
    const files = await api.upload([file, new Blob(['x'])], {
      info: [{ alternativeText: 'A greeting' }, { name: 'x' }],
      to: { type: 'api::article.article', id: 3, attribute: 'cover' },
      onProgress: ({ loaded, total }) => progress.push(loaded / total),
    })
    expect(files).toEqual(stored)
    const { path, text, headers } = firstOf(received)
    expect(path).toBe('/api/upload')
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(headers.authorization).toBe('Bearer t')
    for (const part of [
      'name="files"; filename="hello.txt"',
      'hello',
      '{"alternativeText":"A greeting"}',
      'api::article.article',
      'name="refId"',
      'name="field"',
    ]) {
      expect(text).toContain(part)
    }
    expect(progress).toEqual([0, 1])
  })

  it('can be aborted, and its response is checked', async () => {
    const { url } = await startServer(({ text }) => (text.includes('hello') ? undefined : {}))
    const api = createClient({ baseURL: url }).with(upload())
    await expect(api.upload(file, { signal: AbortSignal.timeout(50) })).rejects.toSatisfy((error) =>
      AbortError.is(error),
    )
    await expect(api.upload(new Blob(['x']))).rejects.toSatisfy((error) => ResponseShapeError.is(error))
  })

  it('reports its progress if the platform does', async () => {
    const sent = fakeRequests()
    const onProgress = vi.fn<(progress: object) => void>()
    const api = createClient({ baseURL: 'http://cms.test', token: 't' }).with(upload())
    expect(await api.upload(file, { onProgress })).toEqual(stored)
    expect(onProgress.mock.calls).toEqual([[{ loaded: 1, total: 5 }], [{ loaded: 5, total: 5 }]])
    expect(sent).toEqual([{ method: 'POST', url: 'http://cms.test/api/upload', authorization: 'Bearer t' }])
  })

  it('with progress is not sent after an abort', async () => {
    const sent = fakeRequests()
    const api = createClient({ baseURL: 'http://cms.test' }).with(upload())
    const onProgress = vi.fn<() => void>()
    await expect(api.upload(file, { onProgress, signal: AbortSignal.abort() })).rejects.toSatisfy((error) =>
      AbortError.is(error),
    )
    expect(sent).toEqual([])
    expect(onProgress).not.toHaveBeenCalled()
  })

  it('with progress is rejected if another address responds', async () => {
    fakeRequests('https://cms.test/api/upload')
    const onProgress = () => undefined
    const call = createClient({ baseURL: 'http://cms.test' }).with(upload()).upload(file, { onProgress })
    await expect(call).rejects.toSatisfy((error) => NetworkError.is(error))
    await expect(call).rejects.toThrow('redirected to https://cms.test/api/upload: fix baseURL')
    vi.stubGlobal('document', { baseURI: 'https://cms.test/page#top' })
    expect(await createClient({ baseURL: '' }).with(upload()).upload(file, { onProgress })).toEqual(stored)
  })

  it('with progress is rejected if the response has an invalid status', async () => {
    fakeRequests(undefined, 999)
    const odd = createClient({ baseURL: 'http://cms.test' })
      .with(upload())
      .upload(file, { onProgress: () => undefined })
    await expect(odd).rejects.toSatisfy((error) => NetworkError.is(error))
  })

  it('accepts the files of an input, and rejects other values', async () => {
    const { url, received } = await startServer(() => stored)
    const api = createClient({ baseURL: url }).with(upload())
    const ofInput = { length: 1, item: () => file, [Symbol.iterator]: () => [file].values() }
    expect(await api.upload(ofInput)).toEqual(stored)
    expect(firstOf(received).text).toContain('filename="hello.txt"')
    for (const [none, path] of [
      [undefined, 'files[0]'],
      ['text', 'files[0]'],
      [[file, {}], 'files[1]'],
    ] as const) {
      await expect(api.upload(none as never)).rejects.toMatchObject({ name: 'QueryError', path })
    }
    expect(received).toHaveLength(1)
  })

  it('with progress is sent again with a new token', async () => {
    const sent = fakeRequests()
    vi.spyOn(console, 'warn').mockReturnValue()
    const onExpired = vi.fn<() => Promise<string>>(async () => 'fresh')
    const api = createClient({ baseURL: 'http://cms.test' })
      .with(auth({ storage: memoryStorage('stale'), onExpired }))
      .with(upload())
    const options = { onProgress: () => undefined }
    expect(await Promise.all([api.upload(file, options), api.upload(file, options)])).toEqual([stored, stored])
    expect(onExpired).toHaveBeenCalledOnce()
    expect(sent.map(({ authorization }) => authorization)).toEqual([
      'Bearer stale',
      'Bearer stale',
      'Bearer fresh',
      'Bearer fresh',
    ])
  })
})

describe('in a simulated browser', () => {
  /** Replaces the classes that `fetch` uses with those of jsdom, as test environments do. */
  function simulate(url = 'http://page.test/'): Window & typeof globalThis {
    const { window } = new JSDOM('', { url }) as unknown as { window: Window & typeof globalThis }
    const { Blob, File, FileReader, FormData } = window
    for (const [name, value] of Object.entries({ Blob, File, FileReader, FormData })) vi.stubGlobal(name, value)
    return window
  }

  it('files keep their content, names and metadata', async () => {
    const { url, received } = await startServer(() => stored)
    const { File } = simulate()
    const file = new File(['hello, \u00fc'], 'hello.txt', { type: 'text/plain' })
    await createClient({ baseURL: url })
      .with(upload())
      .upload([file, new File([new Uint8Array([1, 2])], 'b.bin')], { info: [{ caption: 'A greeting' }, {}] })
    const { text, headers } = firstOf(received)
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    for (const part of [
      'name="files"; filename="hello.txt"',
      'Content-Type: text/plain',
      'hello, \u00fc',
      'filename="b.bin"',
      '\u0001\u0002',
      '{"caption":"A greeting"}',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('files are sent unchanged with progress, by fetch', async () => {
    const { url, received } = await startServer(() => stored)
    const { File, XMLHttpRequest, document } = simulate(url)
    vi.stubGlobal('XMLHttpRequest', XMLHttpRequest)
    vi.stubGlobal('document', document)
    const onProgress = vi.fn<(progress: Progress) => void>()
    const content = 'hello, \u00fc'.repeat(1000)
    const api = createClient({ baseURL: url, token: 't' }).with(upload())
    const file = new File([content], 'hello.txt', { type: 'text/plain' })
    expect(await api.upload(file, { onProgress })).toEqual(stored)
    const { text, headers } = firstOf(received)
    expect(headers).toMatchObject({ authorization: 'Bearer t' })
    expect(text).toContain('filename="hello.txt"')
    expect(text).toContain(content)
    const total = file.size
    expect(onProgress.mock.calls).toEqual([[{ loaded: 0, total }], [{ loaded: total, total }]])
  })

  it('a rejected upload with progress has the error of the server', async () => {
    const { url } = await startServer((_, response) => sendError(response, 413, 'PayloadTooLargeError', 'Too large'))
    const { File, XMLHttpRequest } = simulate(url)
    vi.stubGlobal('XMLHttpRequest', XMLHttpRequest)
    const rejected = createClient({ baseURL: url })
      .with(upload())
      .upload(new File(['x'], 'x.txt'), { onProgress: () => undefined })
    await expect(rejected).rejects.toMatchObject({ name: 'ApiError', status: 413, serverMessage: 'Too large' })
  })

  it('an upload with progress can be aborted', async () => {
    const ending = new AbortController()
    const { url } = await startServer(() => ending.abort())
    const { File, XMLHttpRequest } = simulate(url)
    vi.stubGlobal('XMLHttpRequest', XMLHttpRequest)
    const aborted = createClient({ baseURL: url })
      .with(upload())
      .upload(new File(['x'], 'x.txt'), { onProgress: () => undefined, signal: ending.signal })
    await expect(aborted).rejects.toSatisfy((error) => AbortError.is(error))
  })
})

describe('media', () => {
  const image = {
    url: '/uploads/a.png',
    width: 1600,
    formats: {
      small: { url: '/uploads/small_a.png', width: 500 },
      thumbnail: { url: 'https://cdn.test/t.png', width: 200 },
    },
  }

  it('have absolute URLs, of a format if it exists', () => {
    expect(mediaURL(image, 'http://cms.test/')).toBe('http://cms.test/uploads/a.png')
    expect(mediaURL({ attributes: image }, 'http://cms.test', 'small')).toBe('http://cms.test/uploads/small_a.png')
    expect(mediaURL(image, 'http://cms.test', 'thumbnail')).toBe('https://cdn.test/t.png')
    expect(mediaURL(image, 'http://cms.test', 'huge')).toBe('http://cms.test/uploads/a.png')
  })

  it.each([
    ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
    ['blob:http://cms.test/1-2', 'blob:http://cms.test/1-2'],
    ['//cdn.test/a.png', '//cdn.test/a.png'],
    ['uploads/a.png', 'http://cms.test/uploads/a.png'],
    ['/uploads/a:b.png', 'http://cms.test/uploads/a:b.png'],
  ])('have the URL of %s', (url, expected) => {
    expect(mediaURL({ url }, 'http://cms.test')).toBe(expected)
    expect(mediaURL({ url }, 'http://cms.test/')).toBe(expected)
  })

  it('escape the separators of a srcset in URLs', () => {
    const spaced = {
      url: '/a b,c,.png',
      width: 2,
      formats: { small: { url: 'https://cdn.test/t\ts.png,,', width: 1 } },
    }
    expect(srcset(spaced, 'http://cms.test')).toBe(
      'https://cdn.test/t%09s.png%2C%2C 1w, http://cms.test/a%20b,c,.png 2w',
    )
    expect(srcset({ url: 'data:image/png;base64,AA==', width: 1 }, '')).toBe('data:image/png;base64,AA== 1w')
  })

  it.each([undefined, null, 7, {}])('must not have the URL %j', (url) => {
    const odd = { url: url as never, width: 1 }
    const said = `the url of a media file is ${typeof url}`
    expect(() => mediaURL(odd, 'http://cms.test')).toThrow(said)
    expect(() => mediaURL({ attributes: odd }, 'http://cms.test')).toThrow(said)
    expect(srcset(odd, 'http://cms.test')).toBe('')
  })

  it.each(['5w, https://evil.test/a.png 1', Number.NaN, 0, -1])(
    'with the width %j are omitted from a srcset',
    (width) => {
      expect(srcset({ url: '/a.png', width: width as number }, 'http://cms.test')).toBe('')
    },
  )

  it('have a srcset', () => {
    expect(srcset(image, 'http://cms.test')).toBe(
      'https://cdn.test/t.png 200w, http://cms.test/uploads/small_a.png 500w, http://cms.test/uploads/a.png 1600w',
    )
    expect(srcset({ url: '/a.pdf', formats: null }, 'http://cms.test')).toBe('')
  })

  it.each(['x', 7, [[null]], { small: null }, { small: { url: 7, width: 1 } }, { small: { url: '/s.png' } }])(
    'have no format that is invalid: %j',
    (formats) => {
      const odd = { url: '/a.png', width: 2, formats }
      expect(srcset(odd, 'http://cms.test')).toBe('http://cms.test/a.png 2w')
      expect(mediaURL(odd, 'http://cms.test', 'small')).toBe('http://cms.test/a.png')
    },
  )
})
