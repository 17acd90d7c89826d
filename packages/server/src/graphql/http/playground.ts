import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { browserPackage } from '../../message/page-files.js'

/** A file of the page, by its name below `<endpoint>/playground/`. */
export interface PlaygroundFile {
  readonly contentType: string
  readonly text: string
}

export interface Playground {
  /** The page. `folder` is the address of its files as the page sees it, for example `graphql/playground`. */
  page(folder: string): string
  /** null for a name that is none of them. */
  file(name: string): Promise<PlaygroundFile | null>
}

/** What the page may do: it talks to this server alone, and nothing on it runs that this server did not send. */
export const playgroundPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The editor measures and places its text by inline styles.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const start = `const root = ReactDOM.createRoot(document.getElementById('playground'))
const fetcher = GraphiQL.createFetcher({ url: location.pathname })
const query = new URLSearchParams(location.search).get('query')
const defaultQuery = '# Ctrl+Enter runs the query at the cursor, Ctrl+Space completes a name.\\n\\nquery {\\n  __typename\\n}\\n'
root.render(React.createElement(GraphiQL, {
  fetcher,
  defaultQuery,
  ...(query === null ? {} : { query }),
  defaultEditorToolsVisibility: true,
}))
`

const script = 'text/javascript; charset=utf-8'

interface Asset {
  readonly package: string
  readonly path: string
  readonly contentType: string
}

/** Builds for browsers that packages bring along, which work with no network. */
const assets: Readonly<Record<string, Asset>> = {
  'react.js': { package: 'react', path: 'umd/react.production.min.js', contentType: script },
  'react-dom.js': { package: 'react-dom', path: 'umd/react-dom.production.min.js', contentType: script },
  'graphiql.js': { package: 'graphiql', path: 'graphiql.min.js', contentType: script },
  'graphiql.css': { package: 'graphiql', path: 'graphiql.min.css', contentType: 'text/css; charset=utf-8' },
}

/** GraphiQL, the page to try queries on (specification §1). */
export function createPlayground(): Playground {
  const read = new Map<string, Promise<string>>()
  return {
    page: (folder) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>GraphQL playground</title>
  <link rel="stylesheet" href="${folder}/page.css">
  <link rel="stylesheet" href="${folder}/graphiql.css">
</head>
<body>
  <div id="playground">Loading the playground …</div>
  <script src="${folder}/react.js"></script>
  <script src="${folder}/react-dom.js"></script>
  <script src="${folder}/graphiql.js"></script>
  <script src="${folder}/start.js"></script>
</body>
</html>
`,
    async file(name) {
      if (name === 'start.js') return { contentType: script, text: start }
      if (name === 'page.css') return { contentType: 'text/css; charset=utf-8', text: pageStyle }
      const asset = Object.hasOwn(assets, name) ? assets[name] : undefined
      if (!asset) return null
      const text = read.get(name) ?? readFile(join(browserPackage(asset.package), asset.path), 'utf8')
      read.set(name, text)
      return { contentType: asset.contentType, text: await text }
    },
  }
}

const pageStyle = `body { margin: 0; font-family: system-ui, sans-serif; }
#playground { height: 100vh; }
`
