import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { verifyWebhook, WebhookError, type WebhookProblem } from '../src/webhooks/index.js'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = JSON.stringify({
  event: 'entry.update',
  createdAt: '2026-01-01T12:00:00.000Z',
  model: 'article',
  uid: 'api::article.article',
  entry: { id: 1, title: 'Zürich 🚂' },
})

const now = () => Math.floor(Date.now() / 1000)

/** Returns the headers of a request that the reference library signs. */
function signed({ text = body, at = now(), key = secret } = {}): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(at),
    'webhook-signature': new Webhook(key).sign('evt_1', new Date(at * 1000), text),
  }
}
const requestOf = (headers: Record<string, string>, text = body) =>
  new Request('https://www.example.org/hook', { method: 'POST', headers, body: text })

async function problemOf(headers: Record<string, string>, text = body): Promise<WebhookProblem | undefined> {
  const error: unknown = await verifyWebhook(requestOf(headers, text), secret).catch((thrown: unknown) => thrown)
  return WebhookError.is(error) ? error.problem : undefined
}

describe('verifyWebhook', () => {
  it('returns the event of a request that the reference library signs', async () => {
    const event = await verifyWebhook(requestOf(signed()), secret)
    expect(event).toEqual({ id: 'evt_1', ...(JSON.parse(body) as object) })
    expect(event.event === 'entry.update' && event.entry.id).toBe(1)
  })

  it('takes a body that was read, with headers in any case and several secrets', async () => {
    const headers = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]))
    const secrets = ['bmV3', secret]
    expect(await verifyWebhook({ headers, body: Buffer.from(body) }, secrets)).toMatchObject({ model: 'article' })
    expect(await verifyWebhook({ headers: new Headers(signed()), body }, secrets)).toMatchObject({ id: 'evt_1' })
  })

  it('accepts one of several signatures, of which other versions and texts are ignored', async () => {
    const headers = signed()
    const list = ['v1a,AAAA', 'v1,not base64!', 'v1', headers['webhook-signature']].join(' ')
    expect(await verifyWebhook(requestOf({ ...headers, 'webhook-signature': list }), secret)).toBeDefined()
  })

  it.each<[WebhookProblem, Record<string, string>, string?]>([
    ['wrong-signature', signed(), body.replace('1', '2')],
    ['wrong-signature', { ...signed(), 'webhook-id': 'evt_2' }],
    ['wrong-signature', { ...signed(), 'webhook-timestamp': String(now() - 1) }],
    ['wrong-signature', signed({ key: 'whsec_c29tZSBvdGhlciBzZWNyZXQ=' })],
    ['wrong-signature', { ...signed(), 'webhook-signature': 'v1,' }],
    [
      'wrong-signature',
      { ...signed(), 'webhook-signature': `${'v1,AAAA '.repeat(10)}${signed()['webhook-signature']}` },
    ],
    ['old-timestamp', signed({ at: now() - 310 })],
    ['old-timestamp', signed({ at: now() + 310 })],
    ['old-timestamp', { ...signed(), 'webhook-timestamp': '1e9' }],
    ['missing-headers', {}],
    ['invalid-body', signed({ text: 'no JSON' }), 'no JSON'],
    ['invalid-body', signed({ text: 'null' }), 'null'],
  ])('rejects a request with the problem %s', async (problem, headers, text) => {
    expect(await problemOf(headers, text)).toBe(problem)
  })

  it('rejects an empty or malformed secret', async () => {
    for (const wrong of ['', 'whsec_', 'whsec_%']) {
      await expect(verifyWebhook(requestOf(signed()), wrong)).rejects.toThrow(TypeError)
    }
  })
})
