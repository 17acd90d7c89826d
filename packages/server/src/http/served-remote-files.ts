import { type Handler, type HttpRequest, type HttpResponse, noteRoute } from '../message/message.js'
import { uploadHeaders } from '../upload/file-headers.js'
import { isKey } from '../upload/local-folder.js'
import type { RemoteFileRequest, RemoteFile, RemoteFiles } from '../upload/remote-files.js'
import { publicVary } from './common-headers.js'
import { fileError } from './served-folder.js'

export interface ServedRemoteFiles {
  /** The path of the files in URLs, for example `/uploads`. */
  readonly path: string
  readonly files: RemoteFiles
  /** Seconds for which browsers may cache a file. */
  readonly maxAge: number
}

/**
 * Serves files of another storage service: by redirects to signed URLs, or as streams with ranges and
 * conditional requests.
 */
export function serveRemoteFiles({ path, files, maxAge }: ServedRemoteFiles): Handler {
  const prefix = `${path}/`
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    if (request.path.slice(0, prefix.length).toLowerCase() !== prefix) return null
    const key = request.path.slice(prefix.length)
    if (!isKey(key)) return null
    noteRoute(request, `${path}/:file`)
    // The URL is signed for GET only.
    if (files.signed && request.method === 'GET') return redirect(files.signed, key)
    return respondWithFile(files, request, key, maxAge)
  }
}

async function redirect(signed: NonNullable<RemoteFiles['signed']>, key: string): Promise<HttpResponse> {
  const headers = {
    Location: await signed.address(key),
    // A browser must not use a cached redirect after the signed URL has expired.
    'Cache-Control': `private, max-age=${Math.floor(signed.seconds / 2)}`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
  }
  return { status: 302, headers, body: null }
}

async function respondWithFile(
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
  if (state === 'outside') return fileError(416, headers)
  if (state === 'other') return fileError(412, headers)
  const { 'Content-Type': _, ...kept } = headers
  return { status: 304, headers: kept, body: null }
}

/** Reads a file. Compares the tags again, because some stores ignore conditions and none supports `If-Range`. */
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
  // With another tag in `If-Range`, the browser has another version of the file, so it gets the whole file. A
  // date in `If-Range` counts as another version, because dates are too coarse.
  if (file.range === undefined || condition === undefined || condition === file.tag) return file
  without(file, 'other')
  return look()
}

const names = (list: string, tag: string | undefined) =>
  list.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === tag)

/** Returns another state for a file, and releases the connection to the store. */
function without(file: Extract<RemoteFile, { state: 'found' }>, state: 'other' | 'unchanged'): RemoteFile {
  file.body?.destroy()
  return { state }
}

/** Returns the header if it has a single range. For several ranges, a store sends the whole file. */
const singleRange = (header: string | undefined) =>
  /^ *bytes=\d*-\d*$/.test(header ?? '') ? header?.trim() : undefined

function questionOf(request: HttpRequest): RemoteFileRequest {
  const modified = Date.parse(request.header('if-modified-since') ?? '')
  const ifNoneMatch = request.header('if-none-match')
  return {
    ifMatch: request.header('if-match'),
    ifNoneMatch,
    // `If-Modified-Since` is ignored if there is `If-None-Match` (RFC 9110 §13.1.3).
    ...(ifNoneMatch === undefined && !Number.isNaN(modified) && { ifModifiedSince: new Date(modified) }),
  }
}
