import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Handler, HttpResponse } from '../message/message.js'
import { serveFolder } from './served-folder.js'

/** Where the page is. */
export const referencePath = '/openapi'

const assetsPath = `${referencePath}/assets`

/** Everything comes from this server: the page works with no network. */
const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Content API reference</title>
  <link rel="stylesheet" href="${assetsPath}/swagger-ui.css">
</head>
<body>
  <div id="reference"></div>
  <script src="${assetsPath}/swagger-ui-bundle.js"></script>
  <script src="${referencePath}/start.js"></script>
</body>
</html>`

const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null
})`

const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'"

const script = 'text/javascript; charset=utf-8'

const assetTypes: Readonly<Record<string, string>> = { '.css': 'text/css; charset=utf-8', '.js': script }

/** The published package holds copies; in the repository they are where they were installed. */
function assetsFolder(): string {
  const copies = fileURLToPath(new URL('../../playground/swagger-ui-dist', import.meta.url))
  return existsSync(copies) ? copies : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
}

/** Serves a page to read the OpenAPI document on and to try requests from, for development. */
export function serveReferencePage(): Handler {
  const directory = assetsFolder()
  const pages = new Map<string, HttpResponse>()
  const html = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': contentSecurityPolicy }
  pages.set(referencePath, { status: 200, headers: html, body: page })
  pages.set(`${referencePath}/start.js`, { status: 200, headers: { 'Content-Type': script }, body: start })
  const serveAssets = serveFolder({
    path: assetsPath,
    directory,
    headersOf(file) {
      const type = assetTypes[extname(file)]
      return type === undefined ? null : { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' }
    },
  })
  return (request) => {
    const path = request.path.toLowerCase()
    if (!path.startsWith(referencePath) || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    return pages.get(path.replace(/\/$/, '')) ?? serveAssets(request)
  }
}
