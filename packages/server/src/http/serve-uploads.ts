import { STATUS_CODES } from 'node:http'
import { extname } from 'node:path'
import express, { type NextFunction, type RequestHandler, type Response } from 'express'
import { ApiError } from '../errors/api-error.js'
import { type FileType, svg, typesByExtension } from '../upload/file-types.js'

/** Where a local folder of uploaded files is served, and how long browsers may keep them. */
export interface ServedUploads {
  readonly path: string
  readonly directory: string
  /** In seconds. */
  readonly maxAge: number
}

/** Should a browser open one as a page all the same, it runs nothing and belongs to no origin. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Answers with uploaded files; what isn't one of them is left to the handlers behind it. */
export function serveUploads({ directory, maxAge }: ServedUploads): RequestHandler {
  const files = express.static(directory, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response, file) => {
      for (const [name, value] of Object.entries(uploadHeaders(file, maxAge))) response.setHeader(name, value)
    },
  })
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    files(request, response, (error?: unknown) => (error ? refuse(error, response, next) : next()))
  }
}

/** What an uploaded file is sent with, by its name. */
export function uploadHeaders(file: string, maxAge: number): Readonly<Record<string, string>> {
  const type = typesByExtension.get(extname(file).slice(1).toLowerCase())
  return {
    'Content-Type': type?.mime ?? 'application/octet-stream',
    'Cache-Control': `public, max-age=${maxAge}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': contentSecurityPolicy,
    // Pages of other origins show what an API serves.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(isShown(type) ? {} : { 'Content-Disposition': 'attachment' }),
  }
}

/** Only pictures, videos and sounds open in the browser; the rest, SVG with its scripts among it, is for downloading. */
function isShown(type: FileType | undefined): boolean {
  return type !== undefined && type !== svg && /^(image|video|audio)\//.test(type.mime)
}

/** Why a file can't be sent, such as a range outside of it, in the shape of every other error. */
function refuse(error: unknown, response: Response, next: NextFunction): void {
  const { status = 500, headers = {} } = error as { status?: number; headers?: Record<string, string> }
  if (response.headersSent || status >= 500) return next(error)
  for (const header of response.getHeaderNames()) {
    if (/^(content-|cache-control|etag|last-modified)/.test(header)) response.removeHeader(header)
  }
  const body = new ApiError('BadRequestError', STATUS_CODES[status]).toJSON()
  response
    .set(headers)
    .status(status)
    .json({ ...body, error: { ...body.error, status } })
}
