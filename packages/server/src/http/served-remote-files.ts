import { type Handler, type HttpRequest, type HttpResponse, noteRoute } from '../message/message.js'
import { uploadHeaders } from '../upload/file-headers.js'
import { isKey } from '../upload/local-folder.js'
import type { RemoteFileRequest, RemoteFile, RemoteFiles } from '../upload/remote-files.js'
import { publicVary } from './common-headers.js'
import { refusal } from './served-folder.js'

export interface ServedRemoteFiles {
  /** Where the files are served, for example `/uploads`. */
  readonly path: string
  readonly files: RemoteFiles
  /** Seconds for which browsers may keep a file. */
  readonly maxAge: number
}

/** Serves files that another service keeps: by redirects to signed addresses, or as streams with ranges and conditions. */
export function serveRemoteFiles({ path, files, maxAge }: ServedRemoteFiles): Handler {
  const prefix = `${path}/`
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    if (request.path.slice(0, prefix.length).toLowerCase() !== prefix) return null
    const key = request.path.slice(prefix.length)
    if (!isKey(key)) return null
    noteRoute(request, `${path}/:file`)
    // The address is signed for GET only.
    if (files.signed && request.method === 'GET') return redirect(files.signed, key)
    return answer(files, request, key, maxAge)
  }
}

async function redirect(signed: NonNullable<RemoteFiles['signed']>, key: string): Promise<HttpResponse> {
  const headers = {
    Location: await signed.address(key),
    // A browser must not follow it when it is no longer valid.
    'Cache-Control': `private, max-age=${Math.floor(signed.seconds / 2)}`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
  }
  return { status: 302, headers, body: null }
}

async function answer(
  files: RemoteFiles,
  request: HttpRequest,
  key: string,
  maxAge: number,
): Promise<HttpResponse | null> {
  const file = await read(files, request, key)
  const own = { Vary: publicVary, ...uploadHeaders(key, maxAge) }
  if (file.state !== 'found') return withoutFile(file.state, own)
  const { body = null, length, range, tag, modified } = file
  const headers = {
    ...own,
    'Accept-Ranges': 'bytes',
    ...(tag !== undefined && { ETag: tag }),
    ...(modified !== undefined && { 'Last-Modified': modified.toUTCString() }),
    ...(range !== undefined && { 'Content-Range': range }),
    ...(length !== undefined && { 'Content-Length': String(length) }),
  }
  return { status: range === undefined ? 200 : 206, headers, body }
}

function withoutFile(
  state: Exclude<RemoteFile['state'], 'found'>,
  headers: Readonly<Record<string, string>>,
): HttpResponse | null {
  if (state === 'missing') return null
  if (state === 'outside') return refusal(416, headers)
  if (state === 'other') return refusal(412, headers)
  const { 'Content-Type': _, ...kept } = headers
  return { status: 304, headers: kept, body: null }
}

/** Some stores ignore conditions, and none knows `If-Range`: the tags are compared here too. */
async function read(files: RemoteFiles, request: HttpRequest, key: string): Promise<RemoteFile> {
  const question = questionOf(request)
  const range = singleRange(request.header('range'))
  const look = (more: RemoteFileRequest = {}) =>
    request.method === 'HEAD' ? files.head(key, question) : files.open(key, { ...question, ...more })
  const file = await look(range === undefined ? {} : { range })
  if (file.state !== 'found') return file
  const { ifMatch, ifNoneMatch } = question
  const condition = request.header('if-range')
  if (ifMatch !== undefined && !names(ifMatch, file.tag)) return without(file, 'other')
  if (ifNoneMatch !== undefined && names(ifNoneMatch, file.tag)) return without(file, 'unchanged')
  // A part of another file than the browser has. Dates are too coarse to tell.
  if (file.range === undefined || condition === undefined || condition === file.tag) return file
  without(file, 'other')
  return look()
}

const names = (list: string, tag: string | undefined) =>
  list.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === tag)

/** Releases the connection to the store. */
function without(file: Extract<RemoteFile, { state: 'found' }>, state: 'other' | 'unchanged'): RemoteFile {
  file.body?.destroy()
  return { state }
}

/** Of several ranges, a store sends the whole file. */
const singleRange = (header: string | undefined) =>
  /^ *bytes=\d*-\d*$/.test(header ?? '') ? header?.trim() : undefined

function questionOf(request: HttpRequest): RemoteFileRequest {
  const modified = Date.parse(request.header('if-modified-since') ?? '')
  const ifNoneMatch = request.header('if-none-match')
  return {
    ifMatch: request.header('if-match'),
    ifNoneMatch,
    // It doesn't count beside the tag (RFC 9110 §13.1.3).
    ...(ifNoneMatch === undefined && !Number.isNaN(modified) && { ifModifiedSince: new Date(modified) }),
  }
}
