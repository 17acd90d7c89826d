// Copies what browsers load for the playground into the package. Installing it from the registry would bring along a hundred
// packages that only GraphiQL's own build needs.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'playground')
const require = createRequire(import.meta.url)
const files = {
  react: ['umd/react.production.min.js', 'LICENSE'],
  'react-dom': ['umd/react-dom.production.min.js', 'LICENSE'],
  graphiql: ['graphiql.min.js', 'graphiql.min.css', 'LICENSE'],
}

rmSync(folder, { recursive: true, force: true })
for (const [name, paths] of Object.entries(files)) {
  const from = dirname(require.resolve(`${name}/package.json`))
  for (const path of paths) {
    const to = join(folder, name, path)
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(join(from, path), to)
  }
}
