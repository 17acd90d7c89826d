import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { GraphQLSchema } from 'graphql'
import { afterEach, expect, it } from 'vitest'
import { nexusLoader } from './nexus.js'

let project = ''
afterEach(() => rmSync(project, { recursive: true, force: true }))

/** Creates a project as npm installs it for Strapi 4: nexus next to another version of graphql. */
function withOtherGraphql(): string {
  project = mkdtempSync(join(realpathSync(tmpdir()), 'load-nexus-'))
  const modules = join(project, 'node_modules')
  const own = createRequire(import.meta.url).resolve('nexus/package.json')
  cpSync(dirname(own), join(modules, 'nexus'), { recursive: true, dereference: true })
  for (const name of ['iterall', 'tslib']) {
    const found = createRequire(own).resolve(`${name}/package.json`)
    symlinkSync(dirname(found), join(modules, name))
  }
  mkdirSync(join(modules, 'graphql'))
  writeFileSync(join(modules, 'graphql/package.json'), '{ "name": "graphql", "version": "15.10.1" }')
  writeFileSync(join(modules, 'graphql/index.js'), 'exports.version = "15.10.1"; exports.GraphQLSchema = class {}')
  writeFileSync(join(project, 'package.json'), '{}')
  return project
}

it("loads a project's nexus with the graphql of this package when the project has another version", () => {
  const nexus = nexusLoader(withOtherGraphql())() as unknown as {
    queryType(config: object): object
    makeSchema(config: object): unknown
  }
  const query = nexus.queryType({ definition: (t: { string(name: string): void }) => t.string('hello') })
  const schema = nexus.makeSchema({ types: [query], outputs: false, shouldGenerateArtifacts: false })
  expect(schema).toBeInstanceOf(GraphQLSchema)
  // Other modules of the project still load the project's graphql.
  expect(createRequire(join(project, 'package.json'))('graphql').version).toBe('15.10.1')
})

it('says how to fix a nexus that does not load', () => {
  const folder = withOtherGraphql()
  writeFileSync(join(folder, 'node_modules/nexus/dist/index.js'), `throw new Error('too old')`)
  expect(() => nexusLoader(folder)()).toThrow(/nexus doesn't load with graphql .*\(too old\).*: install nexus 1\.3/)
})
