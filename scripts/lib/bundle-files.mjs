import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** The options of esbuild for the program of a package. */
const programOptions = {
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  // Modules that are loaded on demand stay separate files.
  splitting: true,
  // Bundled CommonJS modules use `require` for modules of Node and for packages outside of the bundle.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'\nconst require = createBundleRequire(import.meta.url)",
  },
  metafile: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Stack traces keep the names of functions, and the code stays readable.
  minify: false,
  logLevel: 'warning',
}

/** The options for entries that run in browsers, where the banner would fail. Each of them becomes one file. */
const browserOptions = { ...programOptions, banner: {}, splitting: false, platform: 'neutral', target: 'es2022' }

/**
 * Returns whether a bundle is up to date: the files that its last build read are unchanged, and those that it
 * wrote exist.
 * @param record the file that `writeBundle` wrote
 * @param others the scripts and settings of the build
 */
export function isCurrentBundle(record, others) {
  try {
    const { inputs, outputs } = JSON.parse(readFileSync(record, 'utf8'))
    const built = statSync(record).mtimeMs
    return (
      outputs.every((path) => statSync(path).isFile()) &&
      [...others, ...inputs].every((path) => statSync(path).mtimeMs < built)
    )
  } catch {
    return false
  }
}

/**
 * Builds the bundle of a package's program, with the licenses of the packages in it, unless it is up to date.
 * @param script the path of the package's script that calls it
 * @param build the function of esbuild
 * @param options.forBrowsers the entries that run in browsers
 * @throws Error if the package is not compiled, and if esbuild fails
 */
export async function bundleProgram(script, build, { forBrowsers = {}, ...options }) {
  const inPackage = (...path) => join(dirname(script), '..', ...path)
  if (!existsSync(inPackage('dist', 'cli', 'main.js')))
    throw new Error('Run "npx tsc -b" first: the bundle needs its output.')
  const folder = inPackage('bundle')
  const record = inPackage('dist', 'bundle.json')
  if (isCurrentBundle(record, [script, inPackage('package.json')])) return
  const builds = [
    await build({ ...programOptions, ...options, outdir: folder }),
    await build({ ...browserOptions, ...options, entryPoints: forBrowsers, outdir: folder }),
  ]
  const inputs = builds.flatMap(({ metafile }) => Object.keys(metafile.inputs))
  const outputs = builds.flatMap(({ outputFiles }) => outputFiles)
  const files = new Map(outputs.map(({ path, contents }) => [relative(folder, path), contents]))
  files.set('LICENSES.txt', licensesOf(inputs))
  writeBundle({ folder, files, record, inputs: inputs.map((path) => resolve(path)) })
}

/**
 * Writes the files of a bundle and a record of its inputs. Removes old files last, so that a running program
 * always finds the files of a build.
 * @param files the content of each file, by its path in the folder
 */
export function writeBundle({ folder, files, record, inputs }) {
  for (const [name, content] of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  for (const name of filesIn(folder)) if (!files.has(name)) rmSync(join(folder, name))
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify({ inputs, outputs: [...files.keys()].map((name) => join(folder, name)) }))
}

/** Returns the folders of the installed packages that contain the inputs of a bundle. */
export function foldersOfPackages(inputs) {
  const folders = inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/.][^/]*/.exec(path)?.[0] ?? [])
  return [...new Set(folders)].toSorted((a, b) => (a < b ? -1 : 1))
}

/** Returns the licenses of the packages that contain the inputs of a bundle. */
function licensesOf(inputs) {
  const licenses = foldersOfPackages(inputs).map((folder) => {
    const { name, version } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt']
      .map((each) => resolve(folder, each))
      .find((each) => existsSync(each))
    return `${name} ${version}\n\n${file ? readFileSync(file, 'utf8').trim() : 'MIT License'}\n`
  })
  return licenses.join(`\n${'-'.repeat(80)}\n\n`)
}

/** Returns the paths of all files in a folder. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
