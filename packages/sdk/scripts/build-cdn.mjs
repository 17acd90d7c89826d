// Bundles the client for pages without a bundler: a script that sets the global `contentApi`.
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const home = resolve(import.meta.dirname, '..')

/** The entries of the package that the script contains, as far as they exist. */
const entries = ['index', 'media', 'strapi5/index']

/** Returns the script, from the compiled files in `dist`. */
export async function bundleScript() {
  const files = entries.filter((entry) => existsSync(join(home, 'dist', `${entry}.js`)))
  const { outputFiles } = await build({
    stdin: {
      contents: files.map((entry) => `export * from './dist/${entry}.js'`).join('\n'),
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
