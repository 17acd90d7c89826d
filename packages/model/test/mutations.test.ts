import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type RelationAttribute,
  type Problem,
  type Registry,
  type SchemaSources,
  createRegistry,
  isModelError,
} from '@content-api/model'

const root = fileURLToPath(new URL('fixtures/oracle-model', import.meta.url))
const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  // A project contains other files besides its schemas.
  .filter((path) => path.startsWith('src/') && path.endsWith('.json'))
const extension = 'src/extensions/users-permissions/content-types/user/schema.json'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const contents = paths.map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')])

/** The number of changed models. `pnpm verify:long --only model-mutations` tries more. */
const numRuns = Number(process.env['MODEL_MUTATIONS'] ?? 200)

function readModel(): Record<string, Json> {
  const role = {
    type: 'relation',
    relation: 'manyToOne',
    target: 'plugin::users-permissions.role',
    inversedBy: 'users',
  }
  const files = contents.map(([path, text]) => [path, JSON.parse(text)])
  return { ...Object.fromEntries(files), [extension]: { collectionName: 'up_users', attributes: { role } } }
}

/** Returns every place of a document: the object or list that contains it, and its key. */
function placesOf(value: Json): readonly { holder: Record<string, Json>; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, Json>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesOf(holder[key] ?? null)])
}

const names = [
  'title',
  'string',
  'oneToMany',
  'api::article.article',
  'shared.seo',
  '__proto__',
  'id',
  '',
  'a'.repeat(300),
]

const mutation = fc.record({
  place: fc.nat(),
  other: fc.nat(),
  value: fc.oneof(fc.jsonValue() as fc.Arbitrary<Json>, fc.constantFrom<Json>(...names)),
  how: fc.constantFrom('replace', 'remove', 'rename', 'copy', 'misspell'),
})

function mutate(
  model: Record<string, Json>,
  changes: readonly { place: number; other: number; value: Json; how: string }[],
): void {
  for (const { place, other, value, how } of changes) {
    const places = Object.values(model).flatMap(placesOf)
    const from = places[place % places.length]
    const source = places[other % places.length]
    if (from === undefined || source === undefined) return
    const { holder, key } = from
    const held = holder[key] ?? null
    if (how === 'replace') holder[key] = value
    else if (how === 'copy') holder[key] = structuredClone(source.holder[source.key] ?? null)
    else if (how === 'misspell') holder[key] = typeof held === 'string' ? held.slice(1) : value
    else if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else {
      delete holder[key]
      if (how === 'rename')
        Object.defineProperty(holder, typeof value === 'string' ? value : JSON.stringify(value), {
          value: held,
          enumerable: true,
          configurable: true,
          writable: true,
        })
    }
  }
}

/** Checks every reference independently of the checks of the package. */
function expectReferencesToHold(registry: Registry): void {
  const schemas = [...registry.contentTypes.values(), ...registry.components.values()]
  for (const schema of schemas) {
    for (const [name, attribute] of Object.entries(schema.declared)) {
      if (attribute.type === 'component') registry.component(attribute.component)
      if (attribute.type === 'dynamiczone') attribute.components.forEach((uid) => registry.component(uid))
      if (attribute.type !== 'relation' || attribute.target === undefined) continue
      const { declared } = registry.contentType(attribute.target)
      const inverse = attribute.mappedBy ?? attribute.inversedBy
      if (inverse === undefined) continue
      const other = declared[inverse] as RelationAttribute
      expect(other.mappedBy ?? other.inversedBy).toBe(name)
      expect(other.target).toBe(schema.uid)
    }
  }
}

/** Returns undefined when the sources are accepted. Errors of other classes are thrown. */
function problemsOf(sources: SchemaSources): readonly Problem[] | undefined {
  try {
    expectReferencesToHold(createRegistry(sources))
    return undefined
  } catch (error) {
    if (isModelError(error)) return error.problems
    throw error
  }
}

it(`a randomly changed schema is either valid or rejected with problems that name its files (${numRuns} of them)`, () => {
  const outcome = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (changes) => {
      const model = readModel()
      mutate(model, changes)
      const isComponent = (path: string) => path.startsWith('src/components/')
      const sources = {
        contentTypes: Object.fromEntries(Object.entries(model).filter(([path]) => !isComponent(path))),
        components: Object.fromEntries(Object.entries(model).filter(([path]) => isComponent(path))),
      }
      const problems = problemsOf(sources as unknown as SchemaSources)
      if (problems === undefined) outcome.accepted++
      else outcome.refused++
      expect(problems?.length).not.toBe(0)
      expect(Object.keys(model)).toEqual(expect.arrayContaining((problems ?? []).map(({ file }) => file)))
      expect((problems ?? []).map(({ message }) => message)).not.toContain('')
    }),
    { numRuns },
  )
  expect(outcome.accepted).toBeGreaterThan(numRuns * 0.05)
  expect(outcome.refused).toBeGreaterThan(numRuns * 0.3)
})
