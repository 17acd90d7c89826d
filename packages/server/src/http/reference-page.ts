import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import express, { type Router } from 'express'

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

/** A page to read the OpenAPI document on and to try requests from, for development. */
export function mountReferencePage(router: Router): void {
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  router.get(referencePath, (_request, response) => {
    response.setHeader('Content-Security-Policy', contentSecurityPolicy)
    response.type('html').send(page)
  })
  router.get(`${referencePath}/start.js`, (_request, response) => {
    response.type('js').send(start)
  })
  router.use(assetsPath, express.static(assets, { index: false, maxAge: '1d' }))
}
