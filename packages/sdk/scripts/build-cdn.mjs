// Bundles the client for pages without a bundler: a script that sets the global `contentApi`.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const home = resolve(import.meta.dirname, '..')

/** The exports of the script. `files` and `defineQuery` of Strapi 5 have the names of others. */
const contents = `
  export * from './dist/index.js'
  export * from './dist/media.js'
  export { files as strapi5Files, refreshSessions, strapi5 } from './dist/strapi5/index.js'
`

/** Returns the script, from the compiled files in `dist`. */
export async function bundleScript() {
  const { outputFiles } = await build({
    stdin: {
      contents,
      resolveDir: home,
      loader: 'js',
    },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'contentApi',
    target: 'es2022',
    platform: 'browser',
    conditions: ['production'],
    // Licenses of the dependencies.
    legalComments: 'eof',
    write: false,
  })
  return outputFiles[0].text
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(home, 'dist', 'cdn.js'), await bundleScript())
