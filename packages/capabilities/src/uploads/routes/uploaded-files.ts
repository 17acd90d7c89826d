import type { Handler } from '@content-api/core/composition/handler'
import { type HttpRequest, type HttpResponse, noteRoute, publicVary } from '@content-api/core/message/message'
import { uploadHeaders } from '../file-types.js'
import { isKey } from '../local-folder.js'
import type { RemoteFileRequest, RemoteFile, RemoteFiles } from '../s3.js'
import { areStrongAndEqual, includesTag, matchesTag } from '@content-api/core/files/revalidation'
import { fileError, serveFolder } from '@content-api/core/files/served-folder'

interface ServedUploads {
  /** The path of the files in URLs, for example `/uploads`. */
  readonly path: string
  /** Seconds for which browsers may cache a file. */
  readonly maxAge: number
}

/** Serves the uploaded files of a local folder. */
export function serveUploads({ path, directory, maxAge }: ServedUploads & { readonly directory: string }): Handler {
  return serveFolder({ path, directory, headersOf: (file) => uploadHeaders(file, maxAge) })
}

/**
 * Serves files of another storage service: by redirects to signed URLs, or as streams with ranges and
 * conditional requests.
 */
export function serveRemoteFiles({ path, files, maxAge }: ServedUploads & { readonly files: RemoteFiles }): Handler {
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

type FoundFile = Extract<RemoteFile, { state: 'found' }>

/** A file, or the reason why it isn't sent. The state `other` means that its tag doesn't match (412). */
type Outcome =
  | FoundFile
  | { readonly state: 'missing' | 'unchanged' | 'other' | 'outside'; readonly size?: number | undefined }

async function respondWithFile(
  files: RemoteFiles,
  request: HttpRequest,
  key: string,
  maxAge: number,
): Promise<HttpResponse | null> {
  const file = await read(files, request, key)
  const own = { Vary: publicVary, ...uploadHeaders(key, maxAge) }
  if (file.state !== 'found') return withoutFile(file, own)
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
  file: Exclude<Outcome, FoundFile>,
  headers: Readonly<Record<string, string>>,
): HttpResponse | null {
  const { state, size } = file
  if (state === 'missing') return null
  if (state === 'outside') {
    return fileError(416, headers, size === undefined ? {} : { 'Content-Range': `bytes */${size}` })
  }
  if (state === 'other') return fileError(412, headers)
  const { 'Content-Type': _, ...kept } = headers
  return { status: 304, headers: kept, body: null }
}

/** Reads a file or a range of it. No store supports `If-Range`. */
async function read(files: RemoteFiles, request: HttpRequest, key: string): Promise<Outcome> {
  const question = questionOf(request)
  if (request.method === 'HEAD') return checked(request, await files.head(key, question))
  const open = async (more: RemoteFileRequest) => checked(request, await files.open(key, { ...question, ...more }))
  const condition = request.header('if-range')
  // A date never matches: a file may be replaced twice within a second (RFC 9110 §8.8.2.2).
  const mayBeRange = ({ tag }: FoundFile) => condition === undefined || areStrongAndEqual(condition, tag)
  const file = await open({ range: singleRange(request.header('range')) })
  if (file.state === 'outside') {
    // The conditions come before the range, so the whole file is sent if it is not the version in `If-Range`.
    const whole = await open({})
    if (whole.state !== 'found' || !mayBeRange(whole)) return whole
    release(whole)
    return { state: 'outside', size: whole.length }
  }
  if (file.state !== 'found' || file.range === undefined || mayBeRange(file)) return file
  release(file)
  return open({})
}

/** Checks `If-Match` and `If-None-Match`, because some stores ignore them and others compare a single tag only. */
function checked(request: HttpRequest, file: RemoteFile): Outcome {
  if (file.state !== 'found') return file
  const [match, noneMatch] = [request.header('if-match'), request.header('if-none-match')]
  const isOther = match !== undefined && !matchesTag(match, file.tag)
  if (!isOther && (noneMatch === undefined || !includesTag(noneMatch, file.tag))) return file
  release(file)
  return { state: isOther ? 'other' : 'unchanged' }
}

/** Releases the connection to the store. */
function release({ body }: FoundFile): void {
  body?.destroy()
}

/** Returns the header if it has a single range. For several ranges, a store sends the whole file. */
const singleRange = (header: string | undefined) =>
  /^ *bytes=\d*-\d*$/.test(header ?? '') ? header?.trim() : undefined

function questionOf(request: HttpRequest): RemoteFileRequest {
  const modified = Date.parse(request.header('if-modified-since') ?? '')
  const ifNoneMatch = request.header('if-none-match')
  return {
    signal: request.signal,
    ifNoneMatch,
    // `If-Modified-Since` is ignored if there is `If-None-Match` (RFC 9110 §13.1.3).
    ...(ifNoneMatch === undefined && !Number.isNaN(modified) && { ifModifiedSince: new Date(modified) }),
  }
}
