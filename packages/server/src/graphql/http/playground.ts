import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '../../message/escape-html.js'
import { browserPackage, pagesFolder } from '../../message/page-files.js'

/** A file of the page, served below `<endpoint>/playground/`. */
export interface PlaygroundFile {
  readonly contentType: string
  readonly text: string
}

export interface Playground {
  /** Returns the HTML of the page. `folder` is the relative URL of its files, for example `./graphql/playground`. */
  page(folder: string): string
  /** Returns a file of the page, or null for an unknown name. */
  file(name: string): Promise<PlaygroundFile | null>
}

/**
 * The Content-Security-Policy of the page. The page can only run scripts of this server and send requests to
 * this server.
 */
export const playgroundPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The editor positions its text by inline styles.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const script = 'text/javascript; charset=utf-8'

interface Asset {
  /** Absent for a file of this package. */
  readonly package?: string
  readonly path: string
  readonly contentType: string
}

const style = 'text/css; charset=utf-8'

/** Files of this package, and browser builds of installed packages. The page works offline. */
const assets: Readonly<Record<string, Asset>> = {
  'playground.js': { path: 'playground.js', contentType: script },
  'playground.css': { path: 'playground.css', contentType: style },
  'react.js': { package: 'react', path: 'umd/react.production.min.js', contentType: script },
  'react-dom.js': { package: 'react-dom', path: 'umd/react-dom.production.min.js', contentType: script },
  'graphiql.js': { package: 'graphiql', path: 'graphiql.min.js', contentType: script },
  'graphiql.css': { package: 'graphiql', path: 'graphiql.min.css', contentType: style },
}

/** Creates the playground (specification §1): GraphiQL with the initial query `example`. */
export function createPlayground(example: string): Playground {
  const read = new Map<string, Promise<string>>()
  return {
    page: (folder) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>GraphQL playground</title>
  <link rel="stylesheet" href="${folder}/graphiql.css">
  <link rel="stylesheet" href="${folder}/playground.css">
</head>
<body>
  <main id="playground" data-example="${escapeHtml(example)}">Loading the playground …</main>
  <script src="${folder}/react.js"></script>
  <script src="${folder}/react-dom.js"></script>
  <script src="${folder}/graphiql.js"></script>
  <script src="${folder}/playground.js"></script>
</body>
</html>
`,
    async file(name) {
      const asset = Object.hasOwn(assets, name) ? assets[name] : undefined
      if (!asset) return null
      const text =
        read.get(name) ??
        readFile(join(asset.package ? browserPackage(asset.package) : pagesFolder, asset.path), 'utf8')
      read.set(name, text)
      return { contentType: asset.contentType, text: await text }
    },
  }
}
