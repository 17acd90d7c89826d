import { extname } from 'node:path'
import type { Handler, HttpResponse } from '../message/message.js'
import { browserPackage, pagesFolder } from '../message/page-files.js'
import { serveFolder } from './served-folder.js'

/** Where the page is. */
export const referencePath = '/openapi'

/** Swagger UI. */
const assetsPath = `${referencePath}/assets`
/** Scripts and styles of this package. */
const filesPath = `${referencePath}/page`

/** Everything comes from this server: the page works with no network. */
const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>Content API reference</title>
  <link rel="stylesheet" href="${assetsPath}/swagger-ui.css">
  <link rel="stylesheet" href="${filesPath}/reference.css">
  <script src="${filesPath}/theme.js"></script>
</head>
<body>
  <nav aria-label="Pages of this service"><a href="/">Start page</a></nav>
  <main id="reference"></main>
  <script src="${assetsPath}/swagger-ui-bundle.js"></script>
  <script src="${filesPath}/reference.js"></script>
</body>
</html>`

const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'"

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Serves a page to read the OpenAPI document on and to try requests from, for development. */
export function serveReferencePage(): Handler {
  const html = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': contentSecurityPolicy }
  const response: HttpResponse = { status: 200, headers: html, body: page }
  const folder = (path: string, directory: string, cacheControl: string) =>
    serveFolder({
      path,
      directory,
      headersOf(file) {
        const type = types[extname(file)]
        return type === undefined ? null : { 'Content-Type': type, 'Cache-Control': cacheControl }
      },
    })
  const serveAssets = folder(assetsPath, browserPackage('swagger-ui-dist'), 'public, max-age=86400')
  const serveFiles = folder(filesPath, pagesFolder, 'no-cache')
  return (request) => {
    const path = request.path.toLowerCase()
    if (!path.startsWith(referencePath) || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    if (path.replace(/\/$/, '') === referencePath) return response
    return serveAssets(request) ?? serveFiles(request)
  }
}
