import { hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { isAbsolute, join, relative, sep } from 'node:path'
import fresh from 'fresh'
import parseRange from 'range-parser'
import { ApiError } from '@content-api/engine/errors'
import type { Handler } from '../composition/handler.js'
import { type HttpRequest, type HttpResponse, jsonType, noteRoute, publicVary } from '../message/message.js'
import { areStrongAndEqual, matchesTag } from './revalidation.js'

export interface ServedFolder {
  /** The path of the folder in URLs, for example `/uploads`. */
  readonly path: string
  readonly directory: string
  /** Returns the headers of a file by its name, or null for a file that is not served. */
  readonly headersOf: (file: string) => Readonly<Record<string, string>> | null
  /** The name of the file that the paths of a subfolder return, with and without a slash at the end. */
  readonly index?: string
  /** Whether symbolic links may lead anywhere. Otherwise they lead to served files of the folder. Default: true. */
  readonly followsLinks?: boolean
}

/**
 * Serves the files of a folder as streams to GET and HEAD, with ranges and conditional requests (RFC 9110 §13
 * and §14). Other requests pass to the next handler.
 */
export function serveFolder({ path, directory, headersOf, index, followsLinks = true }: ServedFolder): Handler {
  const isServed = async (file: string) => {
    const target = await targetInside(directory, file)
    return target !== null && headersOf(target) !== null
  }
  const prefix = `${path}/`
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    if (request.path.slice(0, prefix.length).toLowerCase() !== prefix) return null
    const files = filesAt(request.path.slice(prefix.length), index).flatMap((file) => {
      const headers = headersOf(file)
      return headers === null ? [] : { path: join(directory, file), headers }
    })
    if (files.length === 0) return null
    noteRoute(request, `${path}/:file`)
    return firstOf(request, files, followsLinks ? null : isServed)
  }
}

/** Returns the files that a path may mean, as paths in the folder. */
function filesAt(encoded: string, index: string | undefined): readonly string[] {
  const isFolder = index !== undefined && encoded.length > 1 && encoded.endsWith('/')
  const path = relativePath(isFolder ? encoded.slice(0, -1) : encoded)
  if (path === null) return []
  if (index === undefined) return [path]
  return isFolder ? [`${path}/${index}`] : [path, `${path}/${index}`]
}

async function firstOf(
  request: HttpRequest,
  files: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[],
  isServed: ((path: string) => Promise<boolean>) | null,
): Promise<HttpResponse | null> {
  for (const { path, headers } of files) {
    if (isServed && !(await isServed(path))) continue
    const response = await respondWithFile(request, path, headers)
    if (response) return response
  }
  return null
}

export interface ServedFile {
  /** Its path in URLs. */
  readonly path: string
  readonly file: string
  readonly headers: Readonly<Record<string, string>>
}

/** Serves one file as `serveFolder` does. If it doesn't exist, requests pass to the next handler. */
export function serveFile({ path, file, headers }: ServedFile): Handler {
  return (request) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || request.path.toLowerCase() !== path) return null
    noteRoute(request, path)
    return respondWithFile(request, file, headers)
  }
}

/** Returns the path of a file in the folder. Returns null for hidden files and for paths that leave the folder. */
function relativePath(encoded: string): string | null {
  let path: string
  try {
    path = decodeURIComponent(encoded)
  } catch {
    return null
  }
  return !/[\0\\]/.test(path) && path.split('/').every(isPlain) ? path : null
}

const isPlain = (name: string) => name !== '' && !name.startsWith('.')

/** Returns the path in the folder that a file has without symbolic links. Returns null for hidden files and others. */
async function targetInside(directory: string, file: string): Promise<string | null> {
  try {
    const path = relative(await realpath(directory), await realpath(file))
    // On Windows the path to another drive is absolute.
    return !isAbsolute(path) && path.split(sep).every(isPlain) ? path : null
  } catch (error) {
    if (missingCodes.has((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

async function respondWithFile(
  request: HttpRequest,
  path: string,
  own: Readonly<Record<string, string>>,
): Promise<HttpResponse | null> {
  const file = await openFile(path)
  if (!file) return null
  try {
    const headers = {
      Vary: publicVary,
      ...own,
      'Accept-Ranges': 'bytes',
      'Last-Modified': file.stats.mtime.toUTCString(),
      ETag: tagOf(file.stats),
    }
    const response = respond(request, file, headers)
    if (response.body === null || typeof response.body === 'string') await file.handle.close()
    return response
  } catch (error) {
    await file.handle.close()
    throw error
  }
}

/**
 * Returns the strong tag of a file. Two files of the same size may be stored within one tick of the file
 * system's clock, but a file is never stored into the inode of the one that it replaces. The hash hides the
 * number of the inode.
 */
function tagOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `"${hash('sha1', `${ino}-${size}-${mtimeNs}`, 'base64url')}"`
}

interface OpenFile {
  readonly handle: FileHandle
  readonly stats: BigIntStats
}

const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

async function openFile(path: string): Promise<OpenFile | null> {
  let handle: FileHandle
  try {
    handle = await open(path)
  } catch (error) {
    if (missingCodes.has((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
  const stats = await handle.stat({ bigint: true })
  if (stats.isFile()) return { handle, stats }
  await handle.close()
  return null
}

type FileHeaders = Readonly<Record<'ETag' | 'Last-Modified', string>> & Readonly<Record<string, string>>

/** Returns the response. The body of a served file is a stream that closes the file. */
function respond(request: HttpRequest, { handle, stats }: OpenFile, headers: FileHeaders): HttpResponse {
  const size = Number(stats.size)
  if (hasChanged(request, headers)) return fileError(412, headers)
  if (fresh(conditionsOf(request), { etag: headers.ETag, 'last-modified': headers['Last-Modified'] })) {
    const { 'Content-Type': _, ...kept } = headers as Readonly<Record<string, string>>
    return { status: 304, headers: kept, body: null }
  }
  const range = rangeOf(request, size, headers)
  if (range === 'outside') {
    return fileError(416, headers, { 'Content-Range': `bytes */${size}` })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const response = {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
      'Content-Length': String(end - start + 1),
    },
  }
  // A stream doesn't accept an `end` before its `start`, as for an empty file.
  const isEmpty = request.method === 'HEAD' || end < start
  return { ...response, body: isEmpty ? null : handle.createReadStream({ start, end }) }
}

function conditionsOf(request: HttpRequest): Record<string, string | undefined> {
  const names = ['if-none-match', 'if-modified-since', 'cache-control']
  return Object.fromEntries(names.map((name) => [name, request.header(name)]))
}

/** Returns whether `If-Match` or `If-Unmodified-Since` fails for the file. */
function hasChanged(request: HttpRequest, { ETag, 'Last-Modified': modified }: FileHeaders): boolean {
  const match = request.header('if-match')
  if (match !== undefined) return !matchesTag(match, ETag)
  const since = Date.parse(request.header('if-unmodified-since') ?? '')
  return !Number.isNaN(since) && Date.parse(modified) > since
}

/**
 * Returns the range to send. Returns null for the whole file: without a valid range, for several ranges, or
 * for a range of another version. Returns `outside` for a range beyond the end.
 */
function rangeOf(request: HttpRequest, size: number, { ETag }: FileHeaders) {
  const range = request.header('range')
  // Only GET supports ranges (RFC 9110 §14.2).
  if (request.method !== 'GET' || range === undefined || !/^ *bytes=/.test(range)) return null
  const condition = request.header('if-range')
  // A date never matches: a file may be replaced twice within a second (RFC 9110 §8.8.2.2).
  if (condition !== undefined && !areStrongAndEqual(condition, ETag)) return null
  const ranges = parseRange(size, range, { combine: true })
  if (ranges === -1) return 'outside'
  return ranges === -2 || ranges.length !== 1 ? null : (ranges[0] ?? null)
}

/**
 * Returns an error response for a file. It keeps headers such as `Cross-Origin-Resource-Policy`, but none
 * about the content of the file, its policy or its caching.
 */
export function fileError(
  status: 412 | 416,
  headers: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): HttpResponse {
  const { data, error } = new ApiError('BadRequestError', STATUS_CODES[status]).toJSON()
  const kept = Object.entries(headers).filter(([name]) => !/^(content-|cache-control|etag|last-modified)/i.test(name))
  return {
    status,
    headers: { ...Object.fromEntries(kept), 'Content-Type': jsonType, ...more },
    body: JSON.stringify({ data, error: { ...error, status } }),
  }
}
