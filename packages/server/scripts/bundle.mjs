// Bundles the compiled modules for the published package: a start with 400 files takes 0.2 s longer than one
// with 30 files. `publishConfig` in `packages/server/package.json` names the bundle. In the repository
// everything runs from `dist`.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

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
 * Modules that the server never runs: the GraphiQL of express-graphql, and its parser of bodies with the
 * tables of all character encodings. They are 1.5 MB of code.
 */
const unused = /express-graphql\/renderGraphiQL\.js$|\/raw-body\/index\.js$/
const withoutUnusedModules = {
  name: 'without unused modules',
  setup: ({ onLoad }) => onLoad({ filter: unused }, () => ({ contents: '' })),
}

rmSync(inPackage('bundle'), { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: {
    index: inPackage('dist', 'index.js'),
    msw: inPackage('dist', 'msw.js'),
    'bin/content-api': inPackage('bin', 'content-api.mjs'),
  },
  outdir: inPackage('bundle'),
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  // Modules that are loaded on demand stay separate files.
  splitting: true,
  // All packages but these go into the bundle. Outside the bundle, express-graphql and @graphql-tools/schema
  // would use another version of graphql than the server: npm installs graphql 15 for the peer range of
  // express-graphql, and Strapi projects have it too.
  external: installed.filter((name) => !alsoBundled.has(name)).flatMap((name) => [name, `${name}/*`]),
  plugins: [withoutUnusedModules],
  // Bundled CommonJS modules use `require` for modules of Node and for graphql.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'\nconst require = createBundleRequire(import.meta.url)",
  },
  metafile: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Stack traces keep the names of functions, and the code stays readable.
  minify: false,
  logLevel: 'warning',
})

/** The folders of the packages whose code is in the bundle. */
const bundled = new Set(
  Object.keys(metafile.inputs).flatMap(
    (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/.][^/]*/.exec(path)?.[0] ?? [],
  ),
)
const licenses = [...bundled].toSorted().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt']
    .map((each) => resolve(folder, each))
    .find((each) => existsSync(each))
  return `${name} ${version}\n\n${file ? readFileSync(file, 'utf8').trim() : 'MIT License'}\n`
})
writeFileSync(inPackage('bundle', 'LICENSES.txt'), licenses.join(`\n${'-'.repeat(80)}\n\n`))
