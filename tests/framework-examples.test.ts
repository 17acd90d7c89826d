import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { frameworkExamples } from '../scripts/lib/framework-examples.mjs'

const root = join(import.meta.dirname, '..', 'examples')
const skipped = new Set([
  'node_modules',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  '.astro',
  '.react-router',
  'dist',
  'build',
  '.data',
  // Its files replace others.
  'strapi-5',
  '.tmp',
])

/** Returns the text files of an example, without installed and built ones. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesOf(path)
    return /\.(?:ts|mjs|js|tsx|vue|svelte|astro)$/.test(entry.name) ? [path] : []
  })
}

/** Returns the lines of code between `// connect` and `// end` in the files of each example that has them. */
function glueOf(example: string): string[] {
  return filesOf(join(root, example)).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^\s*\/\/ connect\n([^]*?)^\s*\/\/ end$/gm)].flatMap(([, code = '']) =>
      code.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')),
    ),
  )
}

const examples = readdirSync(root)
  .map((name) => ({ name, glue: glueOf(name) }))
  .filter(({ glue }) => glue.length > 0)

test('examples connect a framework to the SDK with at most 8 lines', () => {
  expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(frameworkExamples)))
  expect(examples.filter(({ glue }) => glue.length > 8)).toEqual([])
  // Code of other files would be glue, too.
  const own = examples.filter(({ glue }) => glue.some((line) => /from '(?:\.|#|\$lib|~|@\/)/.test(line)))
  expect(own).toEqual([])
})

test('examples outside of the workspace name exact versions, so that each installation gets the same', () => {
  const outside = Object.keys(frameworkExamples)
  const ranges = outside.flatMap((name) => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(root, name, 'package.json'), 'utf8'),
    ) as Readonly<Record<string, Readonly<Record<string, string>>>>
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([dependency, version]) => !dependency.startsWith('@content-api/') && !/^\d+\.\d+\.\d+$/.test(version))
      .map(([dependency, version]) => `${name}: ${dependency} ${version}`)
  })
  expect(ranges).toEqual([])
})

test.each(['nuxt', 'astro'])('the example %s has the schemas of the service that it reads', (name) => {
  const folder = join(root, name, 'cms')
  const schemas = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'))
  expect(schemas.length).toBeGreaterThan(2)
  for (const path of schemas)
    expect(readFileSync(join(folder, path), 'utf8'), path).toBe(readFileSync(join(root, 'cms', path), 'utf8'))
})
