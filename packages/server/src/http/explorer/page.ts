import { prefersHtml, type HttpRequest, type HttpResponse, noteRoute } from '@content-api/core/message/message'
import type { Handler } from '@content-api/core/composition/handler'
import { pagesPath } from '../page-files.js'

const files = `${pagesPath}/explorer`

/** The page loads its files from this server, and its data from endpoints that require the token. */
const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <meta name="referrer" content="no-referrer">
  <title>Explorer</title>
  <link rel="stylesheet" href="${files}/main.css">
  <script type="module" src="${files}/main.js"></script>
</head>
<body>
  <div id="explorer"></div>
  <noscript>
    <p>This page needs JavaScript. The content model is at <a href="/content-api/model.json">/content-api/model.json</a>.</p>
  </noscript>
</body>
</html>
`

export interface PageOptions {
  /** Whether a provider stores the uploaded files, so that they may be on another host. */
  readonly filesElsewhere: boolean
}

/** Needs no inline styles: CodeMirror is in a shadow root with adopted style sheets. */
function contentSecurityPolicy({ filesElsewhere }: PageOptions): string {
  const files = `'self' blob:${filesElsewhere ? ' http: https:' : ''}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${files} data:`,
    `media-src ${files}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Returns whether a request is for the page. For programs, whose `Accept` doesn't prefer HTML, the next
 * handler responds.
 */
export function isForPage(request: HttpRequest): boolean {
  const { method, path } = request
  return path === '/' && (method === 'GET' || method === 'HEAD') && prefersHtml(request.header('accept'))
}

/** Serves the explorer at `/` in development. */
export function serveExplorer(options: PageOptions): Handler {
  const response: HttpResponse = {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(options),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept, Accept-Encoding',
    },
    body: page,
  }
  return (request) => {
    if (!isForPage(request)) return null
    noteRoute(request, '/')
    return response
  }
}
