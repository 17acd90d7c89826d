import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Manifest {
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const manifestOf = (name: string) => JSON.parse(read(`packages/${name}/package.json`)) as Manifest
const namesIn = (...sections: readonly (Readonly<Record<string, string>> | undefined)[]) =>
  sections.flatMap((section) => Object.keys(section ?? {}))

const server = manifestOf('server')
const prefix = '@content-api/'
/** The packages of the workspace that the server's bundle contains. */
const inlined = namesIn(server.devDependencies)
  .filter((name) => name.startsWith(prefix))
  .map((name) => name.slice(prefix.length))
  .filter((name) => name !== 'explorer')

/** Libraries whose code the bundle contains, so that users don't install them, each with its reason. */
const bundled: Readonly<Record<string, string>> = {
  '@graphql-tools/schema': 'uses the graphql of the server, not that of the project',
  'express-graphql': 'uses the graphql of the server, not that of the project',
  jose: 'only sign-in with other services needs it',
  'openid-client': 'only sign-in with other services needs it',
  re2js: 'only filters with expressions need it',
}

test('the server installs every library of the packages in its bundle, or has it in the bundle', () => {
  expect(inlined).toContain('engine')
  const installed = namesIn(server.dependencies, server.optionalDependencies, server.peerDependencies)
  const libraries = inlined.flatMap((name) => namesIn(manifestOf(name).dependencies))
  const others = libraries.filter((name) => !name.startsWith(prefix) && !installed.includes(name))
  expect(new Set(others)).toEqual(new Set(Object.keys(bundled)))
})

test('its bundle and declarations contain all private packages that it depends on', () => {
  const script = read('packages/server/scripts/declarations.mjs')
  for (const name of inlined) {
    expect(manifestOf(name).private, name).toBe(true)
    expect(script, name).toMatch(new RegExp(`^ {2}'?${name}'?: \\{`, 'm'))
  }
  expect(namesIn(server.dependencies).filter((name) => inlined.includes(name.slice(prefix.length)))).toEqual([])
})

/** Returns how many source files a package has, without tests. */
const filesOf = (name: string) =>
  readdirSync(join(import.meta.dirname, '..', 'packages', name, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.(?:test|test-d|bench)\.ts$/.test(path),
  ).length

test('no package has more than 200 files', () => {
  const all = readdirSync(join(import.meta.dirname, '..', 'packages'))
  const counts = all.map((name) => [name, filesOf(name)] as const)
  expect(all).toEqual(expect.arrayContaining(inlined))
  expect(counts.filter(([, count]) => count > 200)).toEqual([])
})
