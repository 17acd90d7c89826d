import { extname, join, sep } from 'node:path'
import mime from 'mime-types'
import type { Handler } from '@content-api/core/composition/handler'
import { publicFileHeaders } from '@content-api/core/transport/common-headers'
import { serveFile, serveFolder } from '@content-api/core/files/served-folder'
import { noteRoute, publicVary, segmentsBelow } from '@content-api/core/message/message'
import { methodNotAllowed } from '@content-api/interfaces/rest/action-endpoints'

interface PublicFiles {
  readonly directory: string
  /** The folder of uploaded files, which are served with headers of their own. */
  readonly uploads: string
  /** The time in seconds for which browsers may cache a file. */
  readonly maxAge: number
  /** The headers of the configuration, `http.headers`. */
  readonly headers: Readonly<Record<string, string | null>>
}

/** Serves the files of a project at `/`, except uploads and hidden files. A folder is its `index.html`. */
export function servePublicFiles({ directory, uploads, maxAge, headers }: PublicFiles): Handler {
  const policies = publicFileHeaders(headers)
  const uploaded = `${uploads}${sep}`.toLowerCase()
  return serveFolder({
    path: '',
    directory,
    index: 'index.html',
    followsLinks: false,
    // The comparison ignores case, because some file systems do.
    headersOf: (file) =>
      join(directory, file).toLowerCase().startsWith(uploaded)
        ? null
        : { ...policies, ...contentHeaders(file, maxAge) },
  })
}

/**
 * Returns a handler for the endpoint of GraphQL in a project that has none. As in Strapi, only files are served there.
 * @throws ApiError MethodNotAllowedError for all methods but those of files
 */
export function rejectGraphql(endpoint: string): Handler {
  return ({ method, path }) => {
    if (segmentsBelow(endpoint, path)?.length !== 0 || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return null
    throw methodNotAllowed(method, 'HEAD, GET')
  }
}

function contentHeaders(file: string, maxAge: number): Readonly<Record<string, string>> {
  return {
    'Content-Type': mime.contentType(extname(file)) || 'application/octet-stream',
    'Cache-Control': `public, max-age=${maxAge}`,
  }
}

/**
 * Serves the icon of a project.
 * @param headers `http.headers`
 */
export function serveProjectIcon(file: string, headers: PublicFiles['headers']): Handler {
  return serveFile({ path: iconPath, file, headers: { ...publicFileHeaders(headers), ...iconHeaders } })
}

export const iconPath = '/favicon.ico'

/** A PNG of 16 by 16 pixels: three lines on a dark square. */
const icon = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAgMAAABinRfyAAAACVBMVEX///8fTnn///99mzY/AAAAAXRSTlMAQObYZgAAAB1JREFUeNpjYAAB0dDQ' +
    'EGRi1SoYgZU7FUagagMBAPAuEt2s+oA2AAAAAElFTkSuQmCC',
  'base64',
)

/** The headers of every icon. The type is as in Strapi 4.26. */
const iconHeaders = {
  'Content-Type': 'image/x-icon',
  'Cache-Control': 'public, max-age=86400',
  Vary: publicVary,
}

/** Serves the icon that browsers request with every page. They cache it for a day. */
export const serveIcon: Handler = (request) => {
  const { method, path } = request
  if ((method !== 'GET' && method !== 'HEAD') || path.toLowerCase() !== iconPath) return null
  noteRoute(request, iconPath)
  return { status: 200, headers: iconHeaders, body: icon }
}
