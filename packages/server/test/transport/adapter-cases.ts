import { expect } from 'vitest'

/** The bytes of the served files. */
export const content = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256))

/** The time of their last change. */
export const modified = new Date('2024-05-06T07:08:09.000Z')

export interface Sent {
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** A request, with the status and some headers of the response. Every adapter must send this response. */
export type Case = [title: string, line: string, sent: Sent, status: number, headers?: Record<string, unknown>]

/** An origin that the configuration of the test allows. */
const origin = 'https://app.example'
export const range = (value: string, more: Record<string, string> = {}) => ({ headers: { range: value, ...more } })
const file = {
  'content-type': 'image/png',
  'accept-ranges': 'bytes',
  'cache-control': 'public, max-age=60',
  'last-modified': modified.toUTCString(),
}

/** Returns the cases. @param tag the entity tag of `picture.png` */
export const casesFor = (tag: string): Case[] => [
  [
    'a read',
    'GET /api/a%20b?x[y]=%20&z',
    {},
    200,
    { vary: 'Origin, Accept-Encoding, Authorization', etag: expect.any(String) },
  ],
  [
    'a read that the client has',
    'GET /api/tags',
    { headers: { 'if-none-match': '*' } },
    304,
    { 'content-type': undefined },
  ],
  ['HEAD', 'HEAD /api/tags', {}, 200, { etag: expect.any(String) }],
  [
    'a write',
    'POST /api/tags',
    { headers: { 'content-type': 'text/plain' }, body: 'été' },
    200,
    { 'cache-control': 'no-store' },
  ],
  ['a body over the limit', 'POST /api/tags', { body: 'x'.repeat(1_001) }, 413],
  ['a refusal', 'GET /api/refuse', {}, 429, { 'retry-after': '3' }],
  ['several cookies', 'GET /api/cookies', { headers: { 'x-listed': 'yes' } }, 200, { 'set-cookie': ['a=1', 'b=2'] }],
  ['a failure', 'GET /api/fail', {}, 500, { 'content-type': 'application/json; charset=utf-8' }],
  ['nothing there', 'GET /nope', {}, 404, { 'content-security-policy': expect.stringContaining("'none'") }],
  ['no content', 'GET /_health', {}, 204, { 'content-type': undefined }],
  ['OPTIONS', 'OPTIONS /api/tags', {}, 200, { 'access-control-allow-origin': undefined }],
  [
    'a page of an allowed origin',
    'GET /api/tags',
    { headers: { origin } },
    200,
    {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': undefined,
    },
  ],
  [
    'a failure for a page of an allowed origin',
    'GET /api/refuse',
    { headers: { origin } },
    429,
    {
      'access-control-allow-origin': origin,
    },
  ],
  [
    'a page of another origin',
    'GET /api/tags',
    { headers: { origin: 'https://evil.example' } },
    200,
    {
      'access-control-allow-origin': undefined,
    },
  ],
  ['a write from another origin', 'POST /api/tags', { headers: { origin: 'https://evil.example' }, body: 'x' }, 403],
  [
    'a preflight',
    'OPTIONS /api/tags',
    { headers: { origin, 'access-control-request-method': 'PUT' } },
    204,
    {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
      'access-control-allow-headers': 'Content-Type,Authorization,Origin,Accept',
      'access-control-max-age': '31536000',
      'x-content-type-options': 'nosniff',
    },
  ],
  [
    'a preflight from another origin',
    'OPTIONS /api/tags',
    { headers: { origin: 'https://evil.example' } },
    200,
    {
      'access-control-allow-methods': undefined,
    },
  ],
  [
    'a file',
    'GET /uploads/picture.png',
    {},
    200,
    { ...file, etag: tag, 'content-length': '1000', 'content-disposition': undefined },
  ],
  [
    'a file for a page',
    'GET /uploads/picture.png',
    { headers: { origin } },
    200,
    {
      'access-control-allow-origin': origin,
      'cross-origin-resource-policy': 'cross-origin',
    },
  ],
  ['a file with an escaped name', 'GET /uploads/%70icture.png', {}, 200, file],
  ['a file for download', 'GET /uploads/page.svg', {}, 200, { 'content-disposition': 'attachment' }],
  ['an empty file', 'GET /uploads/empty.txt', {}, 200, { 'content-length': '0' }],
  ['HEAD of a file', 'HEAD /uploads/picture.png', {}, 200, { ...file, etag: tag, 'content-length': '1000' }],
  ['a write to a file', 'POST /uploads/picture.png', { body: 'x' }, 404],
  ['a file that is not there', 'GET /uploads/nope.png', {}, 404],
  ['a hidden file', 'GET /uploads/.hidden.png', {}, 404],
  ['a folder', 'GET /uploads/', {}, 404],
  ['a path out of the folder', 'GET /uploads/..%2f..%2fpackage.json', {}, 404],
  ['a path with NUL', 'GET /uploads/picture.png%00', {}, 404],
  ['a path that is not UTF-8', 'GET /uploads/%ff', {}, 404],
  [
    'the start of a file',
    'GET /uploads/picture.png',
    range('bytes=0-9'),
    206,
    { 'content-range': 'bytes 0-9/1000', 'content-length': '10' },
  ],
  [
    'the end of a file',
    'GET /uploads/picture.png',
    range('bytes=-100'),
    206,
    { 'content-range': 'bytes 900-999/1000' },
  ],
  ['HEAD of a range', 'HEAD /uploads/picture.png', range('bytes=5-'), 200, { 'content-length': '1000' }],
  [
    'ranges that touch',
    'GET /uploads/picture.png',
    range('bytes=0-9,10-19'),
    206,
    { 'content-range': 'bytes 0-19/1000' },
  ],
  ['ranges apart', 'GET /uploads/picture.png', range('bytes=0-9,50-59'), 200, { 'content-length': '1000' }],
  ['a range of nonsense', 'GET /uploads/picture.png', range('bytes=x'), 200],
  [
    'a range outside of the file',
    'GET /uploads/picture.png',
    range('bytes=1000-'),
    416,
    {
      'content-range': 'bytes */1000',
      'content-type': 'application/json; charset=utf-8',
      etag: undefined,
    },
  ],
  ['a range of the same file', 'GET /uploads/picture.png', range('bytes=0-9', { 'if-range': tag }), 206],
  ['a range of an older file', 'GET /uploads/picture.png', range('bytes=0-9', { 'if-range': '"other"' }), 200],
  ['a range for a weak tag', 'GET /uploads/picture.png', range('bytes=0-9', { 'if-range': `W/${tag}` }), 200],
  ['a range since a time', 'GET /uploads/picture.png', range('bytes=0-9', { 'if-range': modified.toUTCString() }), 200],
  [
    'a file that the client has',
    'GET /uploads/picture.png',
    { headers: { 'if-none-match': `"x", W/${tag}` } },
    304,
    { etag: tag, 'content-type': undefined },
  ],
  [
    'a file unchanged since',
    'GET /uploads/picture.png',
    { headers: { 'if-modified-since': modified.toUTCString() } },
    304,
  ],
  [
    'a file changed since',
    'GET /uploads/picture.png',
    { headers: { 'if-modified-since': new Date(0).toUTCString() } },
    200,
  ],
  [
    'a file requested with no-cache',
    'GET /uploads/picture.png',
    { headers: { 'if-none-match': tag, 'cache-control': 'no-cache' } },
    200,
  ],
  ['a file with a matching if-match', 'GET /uploads/picture.png', { headers: { 'if-match': `"x", ${tag}` } }, 200],
  ['a file with a weak if-match', 'GET /uploads/picture.png', { headers: { 'if-match': `W/${tag}` } }, 412],
  [
    'a file with another if-match',
    'GET /uploads/picture.png',
    { headers: { 'if-match': '"x"' } },
    412,
    { etag: undefined },
  ],
  [
    'a file changed after if-unmodified-since',
    'GET /uploads/picture.png',
    { headers: { 'if-unmodified-since': new Date(0).toUTCString() } },
    412,
  ],
  [
    'the icon',
    'GET /favicon.ico',
    {},
    200,
    { 'content-type': 'image/x-icon', 'cache-control': 'public, max-age=86400' },
  ],
  ['HEAD of the icon', 'HEAD /favicon.ico', {}, 200],
  [
    'the reference page',
    'GET /openapi',
    {},
    200,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    },
  ],
  ['its script', 'GET /content-api/pages/reference.js', {}, 200, { 'content-type': 'text/javascript; charset=utf-8' }],
  ['its style', 'GET /openapi/assets/swagger-ui.css', {}, 200, { 'content-type': 'text/css; charset=utf-8' }],
  ['a file beside its assets', 'GET /openapi/assets/package.json', {}, 404],
]
