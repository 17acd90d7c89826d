import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strapiVersionOf } from '@content-api/model'
import { expect, it } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { mockContentApi } from '../../src/msw.js'
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
writeFileSync(join(project, 'articles.json'), '[{ "title": "a" }]')
const message =
  'is 5.30.1, and this is for projects of Strapi 4. "content-api dev" and "content-api start" serve the content of a Strapi 5 project, "content-api beside" serves the reads of a running Strapi, and @content-api/sdk queries both with its option "api: strapi5()".'

it.each([
  ['import', 'articles.json', '--type', 'articles'],
  ['import', '--from-strapi'],
  ['export', 'content.jsonl'],
  ['snapshot', 'save', 'clean'],
  ['user', 'list'],
  ['mcp'],
])('a project of Strapi 5 ends %s %s with what serves it', async (...args) => {
  const { code, out, err } = await runHere(args, { cwd: project })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err.trim().split('\n').at(-1)).toContain(message)
})

it.each([
  ['createContentApi', () => createContentApi({ project, database: ':memory:' })],
  ['mockContentApi', () => mockContentApi({ project, baseURL: 'http://cms.test' })],
])('a project of Strapi 5 is rejected by %s', async (_, open) => {
  await expect(open()).rejects.toThrow(message)
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
