import type { Handler } from '@content-api/core/composition/handler'
import { type HttpResponse, noteRoute } from '@content-api/core/message/message'
import { browserPackage, pageFileHeaders, pagesPath } from './page-files.js'
import { serveFolder } from '@content-api/core/files/served-folder'

/** The path of the page. */
export const referencePath = '/openapi'

/** The path of the files of Swagger UI. */
const assetsPath = `${referencePath}/assets`

/** The page loads everything from this server, so it works offline. */
const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>Content API reference</title>
  <link rel="stylesheet" href="${assetsPath}/swagger-ui.css">
  <link rel="stylesheet" href="${pagesPath}/reference.css">
  <script src="${pagesPath}/theme.js"></script>
</head>
<body>
  <nav aria-label="Pages of this service"><a href="/">Explorer</a></nav>
  <main id="reference"></main>
  <script src="${assetsPath}/swagger-ui-bundle.js"></script>
  <script src="${pagesPath}/reference.js"></script>
</body>
</html>`

const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'"

/** Serves a page that shows the OpenAPI document and sends test requests, in development. */
export function serveReferencePage(): Handler {
  const html = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': contentSecurityPolicy }
  const response: HttpResponse = { status: 200, headers: html, body: page }
  const serveAssets = serveFolder({
    path: assetsPath,
    directory: browserPackage('swagger-ui-dist'),
    headersOf: (file) => pageFileHeaders(file, 'public, max-age=86400'),
  })
  return (request, next) => {
    const path = request.path.toLowerCase()
    if (!path.startsWith(referencePath) || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    if (path.replace(/\/$/, '') !== referencePath) return serveAssets(request, next)
    noteRoute(request, referencePath)
    return response
  }
}
