import { parse } from 'qs'
import { RequestError } from './request-error.js'

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })

/** Returns the response to a rejected request. */
export function rejection(error: unknown, details: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  const { status, name, message, headers } = error
  return json({ data: null, error: { status, name, message, details } }, status, headers)
}

/** Returns the parsed body: JSON, a form, or undefined. */
export async function bodyOf(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  // `formData` is deprecated for untrusted input. Here it parses only the suite's own small files.
  // oxlint-disable-next-line typescript/no-deprecated
  if ((request.headers.get('content-type') ?? '').includes('multipart/form-data')) return request.formData()
  const text = await request.text()
  if (text === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Reported below, together with JSON that is not an object.
  }
  throw new RequestError(400, 'The body is not a JSON object')
}

export const queryOf = (search: string) =>
  parse(search.replace(/^\?/, ''), {
    depth: 40,
    arrayLimit: 1000,
    parameterLimit: 5000,
    strictNullHandling: true,
  }) as Record<string, unknown>

type Respond = (request: Request) => Promise<Response>

/** Returns a function like `fetch`, which responds to HEAD without a body. */
export const serving =
  (respond: Respond, reject: (error: unknown) => Response): Respond =>
  async (request) => {
    const response = await respond(request).catch(reject)
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
