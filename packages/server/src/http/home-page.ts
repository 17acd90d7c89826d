import { type ContentType, type Registry } from '@content-api/model'
import type { Config } from '../config/schema.js'
import { prefersHtml } from '../message/accept.js'
import { escapeHtml } from '../message/escape-html.js'
import { type Handler, type HttpResponse, noteRoute } from '../message/message.js'
import { hasRoutes } from '../rest/routes.js'
import { pagesPath } from './page-files.js'
import { referencePath } from './reference-page.js'

export interface HomePageOptions {
  readonly registry: Registry
  readonly config: Pick<Config, 'api' | 'graphql' | 'permissions'>
  /** Whether `/openapi.json` is served. */
  readonly openapi: boolean
}

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'self'"

/**
 * Shows browsers that open `/` where everything is, for development. Programs, whose `Accept` doesn't prefer HTML, get what
 * the next handler responds.
 */
export function serveHomePage(options: HomePageOptions): Handler {
  let response: HttpResponse | undefined
  return (request) => {
    const { method, path } = request
    if (path !== '/' || (method !== 'GET' && method !== 'HEAD') || !prefersHtml(request.header('accept'))) return null
    noteRoute(request, path)
    return (response ??= {
      status: 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentSecurityPolicy,
        'Cache-Control': 'no-store',
        Vary: 'Origin, Accept, Accept-Encoding',
      },
      body: homePage(options),
    })
  }
}

interface Place {
  readonly path: string
  readonly title: string
  readonly about: string
}

function placesOf({ config, openapi }: HomePageOptions): readonly Place[] {
  const { prefix } = config.api.rest
  const { enabled, config: graphql } = config.graphql
  return [
    ...(openapi
      ? [{ path: referencePath, title: 'API reference', about: `Every request below ${prefix}, to try` }]
      : []),
    ...(enabled
      ? [{ path: graphql.endpoint, title: 'GraphQL', about: 'Queries and mutations, with a playground' }]
      : []),
    ...(openapi
      ? [{ path: '/openapi.json', title: 'OpenAPI document', about: 'For code generators and API clients' }]
      : []),
    {
      path: '/content-api/model.json',
      title: 'Content model',
      about: 'The schemas, for the SDK’s generator',
    },
  ]
}

function homePage(options: HomePageOptions): string {
  const { registry, config } = options
  const types = [...registry.contentTypes.values()].filter(hasRoutes)
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>Content API</title>
  <link rel="stylesheet" href="${pagesPath}/home.css">
</head>
<body>
  <main>
    <header>
      <h1>Content API</h1>
      <p>The service is running in development.</p>
    </header>
    <ul class="places">
${placesOf(options).map(placeItem).join('\n')}
    </ul>
    <section aria-labelledby="content">
      <h2 id="content">Content</h2>
${types.length === 0 ? noTypes : typeTable(types, config.api.rest.prefix)}
    </section>
    <section aria-labelledby="access">
      <h2 id="access">Access</h2>
      <p>${config.permissions === undefined ? everybody : roles}</p>
    </section>
  </main>
</body>
</html>
`
}

const everybody =
  'Every request is allowed, and only this machine reaches the service. With <code>permissions</code> in the configuration, ' +
  'roles decide.'

const roles =
  'Roles decide. Requests without a token may do what the role <code>public</code> may: ' +
  '<code>npx content-api permissions list</code> shows it.'

const noTypes = `      <p>There are no content types yet. A schema at
        <code>src/api/article/content-types/article/schema.json</code> makes one; <code>npx content-api init &lt;folder&gt;</code>
        writes a project with two.</p>`

function placeItem({ path, title, about }: Place): string {
  return `      <li><a href="${escapeHtml(path)}"><strong>${title}</strong> <code>${escapeHtml(path)}</code></a><span>${escapeHtml(about)}</span></li>`
}

function typeTable(types: readonly ContentType[], prefix: string): string {
  const rows = types.map(({ displayName, kind, pluralName, singularName }) => {
    const path = escapeHtml(`${prefix}/${kind === 'singleType' ? singularName : pluralName}`)
    return `          <tr><th scope="row">${escapeHtml(displayName)}</th><td><a href="${path}">${path}</a></td></tr>`
  })
  return `      <table>
        <thead><tr><th scope="col">Type</th><th scope="col">Address</th></tr></thead>
        <tbody>
${rows.join('\n')}
        </tbody>
      </table>`
}
