// Copies files into the package: those that browsers load for the playground and the API reference. As
// dependencies, GraphiQL and Swagger UI would also install a hundred packages that only GraphiQL's build
// needs, and builds that no page loads.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { playgroundFiles } from './playground-files.mjs'

const folder = join(import.meta.dirname, '..', 'playground')
const require = createRequire(import.meta.url)

rmSync(folder, { recursive: true, force: true })
for (const [name, paths] of Object.entries(playgroundFiles)) {
  const from = dirname(require.resolve(`${name}/package.json`))
  for (const path of paths) {
    const to = join(folder, name, path)
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(join(from, path), to)
  }
}
