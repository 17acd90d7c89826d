import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Playground } from '@content-api/interfaces/graphql/http/playground'
import { escapeHtml } from '@content-api/core/message/escape-html'
import { browserPackage, pagesFolder } from './page-files.js'

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
