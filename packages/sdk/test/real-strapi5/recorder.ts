import type { MethodCall } from '../strapi5/method-calls.js'
import type { RecordedCall, RecordedExchange } from '../strapi5/recorded-calls.js'

/** A documentId (cuid2), an id of a session, and the random end of the name of a stored file. */
const DOCUMENT_ID = /^[a-z][a-z0-9]{23}$/
const SESSION_ID = /^[0-9a-f]{32}$/
const HASH = /_[0-9a-f]{10}\b/g
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/**
 * Runs calls against a real service, and returns their exchanges with words in place of random values.
 * `mailCode` returns the code of the last mail.
 */
export function createRecorder(fetchReal: typeof fetch, mailCode: () => Promise<string>) {
  const words = new Map<string, string>()
  let exchanges: RecordedExchange[] = []

  function nameValue(key: string, value: unknown, kind: string): void {
    if (typeof value !== 'string' || words.has(value)) return
    const isDocument = key === 'documentId' && DOCUMENT_ID.test(value)
    const isToken = key === 'jwt' || key === 'refreshToken'
    const prefix = isDocument
      ? `${kind}document`
      : isToken
        ? 'token-'
        : key === 'id' && SESSION_ID.test(value)
          ? 'session'
          : ''
    if (prefix === '') return
    const number = [...words.values()].filter((word) => word.startsWith(prefix)).length + 1
    words.set(value, `${prefix}${number}`)
  }

  function nameValues(value: unknown, kind: string): void {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      nameValue(key, member, kind)
      nameValues(member, kind)
    }
  }

  const replaceAll = (text: string, from: string, to: string) => text.split(from).join(to)
  const withWords = (text: string) =>
    [...words]
      .reduce((result, [real, word]) => replaceAll(result, real, word), text)
      .replaceAll(HASH, '_0a1b2c3d4e')
      .replaceAll(TIME, '2026-11-27T00:00:00.000Z')
  // The last words first: the first ones may begin in the same way.
  const withReal = (text: string) =>
    [...words].toReversed().reduce((result, [real, word]) => replaceAll(result, word, real), text)
  const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(withWords(text)))

  const send: typeof fetch = async (address, init) => {
    const sent = String(address instanceof Request ? address.url : address)
    const body = typeof init?.body === 'string' ? init.body : undefined
    if (`${sent}${body}`.includes('captured-code')) words.set(await mailCode(), 'captured-code')
    const headers = new Headers(init?.headers)
    const authorization = headers.get('authorization')
    if (authorization) headers.set('authorization', withReal(authorization))
    const response = await fetchReal(withReal(sent), {
      ...init,
      headers,
      ...(body !== undefined && { body: withReal(body) }),
    })
    const text = await response.clone().text()
    const isJSON = response.headers.get('content-type')?.includes('json') ?? false
    const { pathname, search } = new URL(sent)
    if (isJSON) nameValues(JSON.parse(text), pathname.split('/')[2] ?? 'graphql')
    exchanges.push({
      request: `${init?.method ?? 'GET'} ${withWords(decodeURIComponent(pathname + search))}`,
      ...(body !== undefined && { body: parsed(body) }),
      status: response.status,
      ...(isJSON && { response: parsed(text) }),
    })
    const readable = isJSON ? withWords(text) : text
    return new Response(response.status === 204 ? null : readable, {
      status: response.status,
      headers: response.headers,
    })
  }

  async function record<C>(calls: readonly MethodCall<C>[], api: C, browse: (address: string) => Promise<string>) {
    const recorded: RecordedCall[] = []
    for (const { method, run } of calls) {
      exchanges = []
      await run(api, browse)
      recorded.push({ method, exchanges })
    }
    return recorded
  }
  return { fetch: send, record }
}
