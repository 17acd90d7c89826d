// Bundles the page into static files that ship with the server, packages/server/pages/explorer. Fails above
// the size limit.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { filesIn, isCurrentBundle, writeBundle } from '../../../scripts/lib/bundle-files.mjs'

const home = resolve(import.meta.dirname, '..')
const output = resolve(home, '../server/pages/explorer')
/** Lists the files that the last build read and wrote. */
const record = join(home, 'dist', 'bundle.json')

/** The size limit of all scripts and styles together, in gzipped bytes. */
export const sizeLimit = 300_000

/**
 * Builds the page unless it is up to date.
 * @returns the sizes of its scripts and styles in bytes, gzipped, by name
 * @throws Error above the size limit, if esbuild fails, and if a package has no license file
 */
export async function buildPage() {
  if (isCurrentBundle(record, [fileURLToPath(import.meta.url)])) return sizesOf(output)
  const { outputFiles, metafile } = await build({
    absWorkingDir: home,
    entryPoints: { main: 'src/main.tsx' },
    outdir: output,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: ['production', 'module'],
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    minify: true,
    // The licenses are in LICENSES.txt.
    legalComments: 'none',
    chunkNames: 'chunks/[name]-[hash]',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const files = new Map(outputFiles.map(({ path, contents }) => [relative(output, path), contents]))
  const total = sum([...files].map(([, contents]) => gzipped(contents)))
  if (total > sizeLimit) {
    throw new Error(`The explorer is ${total} bytes gzipped, above its limit of ${sizeLimit} (packages/explorer).`)
  }
  const inputs = Object.keys(metafile.inputs)
  files.set('LICENSES.txt', Buffer.from(licensesOf(inputs)))
  writeBundle({ folder: output, files, record, inputs: inputs.map((path) => join(home, path)) })
  return sizesOf(output)
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0)
const gzipped = (contents) => gzipSync(contents, { level: 9 }).length

function sizesOf(folder) {
  const names = filesIn(folder).filter((name) => /\.(js|css)$/.test(name))
  return Object.fromEntries(names.toSorted().map((name) => [name, gzipped(readFileSync(join(folder, name)))]))
}

/** Returns the licenses of the packages whose code is in the page. */
function licensesOf(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(join(home, path)) ?? []),
  )
  const texts = [...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((one) => /^licen[cs]e(\.|$)/i.test(one))
    if (file === undefined) throw new Error(`${name} has no license file: the page can't ship it.`)
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  return texts.toSorted().join(`\n${'-'.repeat(80)}\n\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const sizes = await buildPage()
    console.log(`The explorer: ${sum(Object.values(sizes))} bytes gzipped, limit ${sizeLimit}.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
