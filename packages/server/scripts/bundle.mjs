// Bundles the compiled modules for the published package: a start with 400 files takes 0.2 s longer than one
// with 30 files. `publishConfig` in `packages/server/package.json` names the bundle. The tests of the server
// run its command line from the bundle; in the repository all else runs from `dist`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleProgram } from '../../../scripts/lib/bundle-files.mjs'

const script = fileURLToPath(import.meta.url)
const inPackage = (...path) => join(import.meta.dirname, '..', ...path)
const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(inPackage('package.json'), 'utf8'),
)
const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
/**
 * Packages that are installed for their types or files, while their code is in the bundle. zod loads all its
 * translations outside of it: a start took 27 ms and 10 MB more.
 */
const alsoBundled = new Set(['@content-api/model', 'zod'])
/**
 * Modules that the server never runs, with their replacement: the GraphiQL of express-graphql, its parser of
 * bodies with the tables of all character encodings, and in the MCP SDK the validation of JSON schemas and
 * the schemas of zod 3. They are 2 MB of code.
 */
const unused = {
  'express-graphql/renderGraphiQL.js': '',
  '/raw-body/index.js': '',
  '/dist/esm/validation/ajv-provider.js': 'export class AjvJsonSchemaValidator {}',
  '/zod/v3/index.js': 'export function object() {}',
  '/zod-to-json-schema/dist/esm/index.js': 'export function zodToJsonSchema() {}',
}
const ends = Object.keys(unused)
const withoutUnusedModules = {
  name: 'without unused modules',
  setup: ({ onLoad }) =>
    onLoad({ filter: new RegExp(`(${ends.map((end) => end.replaceAll('.', '\\.')).join('|')})$`) }, ({ path }) => ({
      contents: unused[ends.find((end) => path.endsWith(end))],
    })),
}

const bundleServer = () =>
  bundleProgram(script, build, {
    entryPoints: {
      index: inPackage('dist', 'index.js'),
      msw: inPackage('dist', 'msw.js'),
      vite: inPackage('dist', 'vite.js'),
      'bin/content-api': inPackage('bin', 'content-api.mjs'),
    },
    forBrowsers: {
      recorded: inPackage('dist', 'recorded.js'),
      'vite-client': inPackage('dist', 'vite-client.js'),
    },
    // All packages but these go into the bundle. Outside it, express-graphql and @graphql-tools/schema would
    // use another version of graphql than the server: npm installs graphql 15 for the peer range of
    // express-graphql, and Strapi projects have it too.
    external: installed.filter((name) => !alsoBundled.has(name)).flatMap((name) => [name, `${name}/*`]),
    plugins: [withoutUnusedModules],
  })

/** Vitest runs it before the tests, so that they never run an old bundle. */
export { bundleServer as setup }

if (process.argv[1] === script) await bundleServer()
