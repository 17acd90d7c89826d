import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strapiVersionOf } from '@content-api/model'
import { expect, it } from 'vitest'
import { createCommandLine } from '../support/command-line.js'

const { folder, runHere } = await createCommandLine('strapi5')

const article = {
  kind: 'collectionType',
  info: { singularName: 'article', pluralName: 'articles' },
  attributes: { title: { type: 'string' } },
}

/** Writes a project with a range of Strapi, and a version of it in `node_modules`. */
function writeProject(name: string, manifest: object, installed?: string): string {
  const project = join(folder, name)
  const types = join(project, 'src/api/article/content-types/article')
  mkdirSync(types, { recursive: true })
  writeFileSync(join(types, 'schema.json'), JSON.stringify(article))
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  if (installed !== undefined) {
    const strapi = join(project, 'node_modules/@strapi/strapi')
    mkdirSync(strapi, { recursive: true })
    writeFileSync(join(strapi, 'package.json'), JSON.stringify({ version: installed }))
  }
  return project
}

const project = writeProject('cms', { dependencies: { '@strapi/strapi': '^5.0.0' } }, '5.30.1')
const graphqlProject = writeProject('with-graphql', {
  dependencies: { '@strapi/strapi': '^5.0.0', '@strapi/plugin-graphql': '^5.0.0' },
})

it('a project of Strapi 5 needs no import from Strapi', async () => {
  const { code, out, err } = await runHere(['import', '--from-strapi'], { cwd: project })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('"content-api dev" and "content-api start" serve the content of its own database')
})

it('a project of Strapi 5 has its interface printed in the form of Strapi 5', async () => {
  const openapi = await runHere(['openapi'], { cwd: project })
  const { paths } = JSON.parse(openapi.out) as { readonly paths: Readonly<Record<string, object>> }
  expect(Object.keys(paths['/articles/{id}'] ?? {})).toContain('put')
  expect(openapi.out).toContain('"documentId"')
  const sdl = await runHere(['sdl'], { cwd: graphqlProject })
  expect(sdl).toMatchObject({ code: 0, err: '' })
  expect(sdl.out).toMatch(/type Article \{\n {2}documentId: ID!/)
  expect((await runHere(['sdl'], { cwd: project })).err).toContain('@strapi/plugin-graphql')
  for (const command of ['diff', 'apply']) {
    const { code, err } = await runHere(['schema', command], { cwd: project })
    expect(code).toBe(1)
    expect(err).toContain('A Strapi 5 project has the tables of Strapi')
  }
})

it('a project of Strapi 5 has the commands for users and snapshots', async () => {
  const created = await runHere(['user', 'create', 'ada', 'ada@example.com'], { cwd: project })
  expect(created).toMatchObject({ code: 0 })
  expect(await runHere(['snapshot', 'save', 'clean'], { cwd: project })).toMatchObject({ code: 0 })
  await runHere(['user', 'delete', 'ada'], { cwd: project })
  expect((await runHere(['user', 'list'], { cwd: project })).out).not.toContain('ada@example.com')
  expect(await runHere(['snapshot', 'restore', 'clean'], { cwd: project })).toMatchObject({ code: 0 })
  expect((await runHere(['user', 'list'], { cwd: project })).out).toContain('ada@example.com')
})

it.each([
  [{}, undefined, null],
  [{ dependencies: { '@strapi/strapi': 'latest' } }, undefined, null],
  [{ dependencies: { '@strapi/strapi': 'latest' } }, '5.54.0', { text: '5.54.0', major: 5, minor: 54 }],
  [{ dependencies: { '@strapi/strapi': '^5' } }, undefined, { text: '^5', major: 5, minor: undefined }],
  [{ devDependencies: { '@strapi/strapi': '~4.26.2' } }, undefined, { text: '~4.26.2', major: 4, minor: 26 }],
  [{ dependencies: { '@strapi/strapi': '4.26.2' } }, '4.25.1', { text: '4.25.1', major: 4, minor: 25 }],
])('the version of Strapi in %j with %s installed', (manifest, installed, version) => {
  expect(
    strapiVersionOf(
      writeProject(`version-${JSON.stringify([manifest, installed])}`.replaceAll(/\W+/g, '-'), manifest, installed),
    ),
  ).toEqual(version)
})
