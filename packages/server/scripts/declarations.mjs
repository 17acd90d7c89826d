// Gathers the declarations for the published package: those that its entries reach, in `types/`. The
// private packages aren't published, so their declarations are among them and imports of them become relative
// paths.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const packages = resolve(import.meta.dirname, '../..')
const server = join(packages, 'server/dist')
/** The packages whose declarations are published with the server's, and the folder of the files that others import. */
const inlined = {
  engine: { dist: join(packages, 'engine/dist'), exports: 'exports' },
  'strapi-tables': { dist: join(packages, 'strapi-tables/dist'), exports: 'exports' },
  migrate: { dist: join(packages, 'migrate/dist'), exports: 'exports' },
  core: { dist: join(packages, 'core/dist'), exports: '' },
  'project-files': { dist: join(packages, 'project-files/dist'), exports: '' },
  capabilities: { dist: join(packages, 'capabilities/dist'), exports: '' },
  interfaces: { dist: join(packages, 'interfaces/dist'), exports: '' },
  'strapi-project': { dist: join(packages, 'strapi-project/dist'), exports: '' },
  'strapi-reads': { dist: join(packages, 'strapi-reads/dist'), exports: '' },
  'strapi-documents': { dist: join(packages, 'strapi-documents/dist'), exports: '' },
}
const types = join(packages, 'server/types')

/** Returns the declaration that a module specifier of `file` refers to; null for other packages. */
function resolved(file, specifier) {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier).replace(/\.js$/, '.d.ts')
  const [, name, path] = /^@content-api\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  const home = inlined[name]
  return home ? `${join(home.dist, home.exports, path)}.d.ts` : null
}

/** Returns where a declaration is published. */
function placeOf(file) {
  const [name, { dist }] = Object.entries(inlined).find(([, { dist }]) => file.startsWith(`${dist}/`)) ?? [
    '',
    { dist: server },
  ]
  return join(types, name, relative(dist, file))
}

const published = new Set()

function publish(file) {
  if (published.has(file)) return
  published.add(file)
  const place = placeOf(file)
  const text = readFileSync(file, 'utf8').replaceAll(
    /((?:\bfrom|\bimport)\s*\(?\s*)(['"])([^'"]+)\2/g,
    (whole, before, quote, specifier) => {
      const target = resolved(file, specifier)
      if (target === null) return whole
      publish(target)
      const path = relative(dirname(place), placeOf(target)).replace(/\.d\.ts$/, '.js')
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
    },
  )
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
}

rmSync(types, { recursive: true, force: true })
for (const entry of ['index', 'msw', 'recorded', 'vite', 'vite-client']) publish(join(server, `${entry}.d.ts`))
