import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from '@graphql-codegen/cli'
import { buildSchema } from 'graphql'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type ContentModel,
  fromGraphQL,
  plugin,
  preset,
  printContentModel,
  readContentModel,
} from '../src/codegen/index.js'
import { startServer } from './support/start-server.js'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/strapi5/${name}`, import.meta.url))
const project = fixture('project')
const fromProject = () => readContentModel({ project })
const schema = async () => buildSchema(await readFile(fixture('schema.graphql'), 'utf8'))

/** Returns one type as plain objects. */
function typeIn({ types }: ContentModel, name: string) {
  const found = types.find((type) => type.name === name)
  if (found === undefined) throw new Error(`no ${name}`)
  const { attributes, links, hidden, required, draftAndPublish, localized } = found
  const entries = (map: ReadonlyMap<string, unknown>) => Object.fromEntries(map)
  return {
    attributes: entries(attributes),
    links: entries(links),
    hidden: entries(hidden),
    required,
    draftAndPublish,
    localized,
  }
}

it('documents of Strapi 5 generate the typed documents of the tests', async () => {
  const folder = join(tmpdir(), 'content-api-documents', '/')
  const files = (await generate(
    {
      schema: fixture('schema.graphql'),
      documents: fixture('documents.graphql'),
      silent: true,
      config: { onlyOperationTypes: true },
      generates: { [folder]: { preset, presetConfig: { project, client: { fragmentMasking: false } } } },
    },
    false,
  )) as { filename: string; content: string }[]
  const { content } = files.find(({ filename }) => filename.endsWith('/graphql.ts')) ?? {}
  await expect(content).toMatchFileSnapshot(fixture('documents.gen.ts'))
})

describe('a folder of Strapi 5', () => {
  it('generates the content types of the tests', async () => {
    const model = await readContentModel({ project, locales: ['en', 'fr'] })
    expect(printContentModel(model)).toBe(await readFile(fixture('content-types.gen.ts'), 'utf8'))
  })

  it('have a fingerprint that changes with the types, and not with other options', async () => {
    const model = await fromProject()
    const fingerprintOf = (text: string) => /^export const fingerprint = '([\da-f]{16})'$/m.exec(text)?.[1]
    const written = fingerprintOf(printContentModel(model, { fingerprint: true }))
    expect(written).toBeDefined()
    expect(fingerprintOf(printContentModel(model, { fingerprint: true, links: true }))).toBe(written)
    const fewer = { ...model, collections: new Map([...model.collections].slice(1)) }
    expect(fingerprintOf(printContentModel(fewer, { fingerprint: true }))).not.toBe(written)
    expect(fingerprintOf(printContentModel(model))).toBeUndefined()
  })

  it('gives every content type publishedAt: null only in drafts', async () => {
    const model = await fromProject()
    expect(typeIn(model, 'Tag').attributes).toHaveProperty('publishedAt', 'string')
    expect(typeIn(model, 'User').attributes).toHaveProperty('publishedAt', 'string')
    expect(typeIn(model, 'Article')).toMatchObject({
      attributes: { publishedAt: 'string | null' },
      draftAndPublish: true,
    })
  })

  it('requires no attribute that has conditions', async () => {
    expect(typeIn(await fromProject(), 'Detail')).toMatchObject({
      attributes: { reason: 'string | null' },
      required: [],
    })
  })

  it('is recognized by the version of Strapi, unless the api is named', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'content-api-strapi5-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await cp(project, folder, { recursive: true })
    const publishedAt = async (version: string, api?: 'strapi4' | 'strapi5') => {
      await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies: { '@strapi/strapi': version } }))
      return typeIn(await readContentModel({ project: folder, api }), 'Tag').attributes['publishedAt']
    }
    expect(await publishedAt('^5.12.1')).toBe('string')
    expect(await publishedAt('4.26.2')).toBeUndefined()
    expect(await publishedAt('latest')).toBeUndefined()
    expect(await publishedAt('latest', 'strapi5')).toBe('string')
    expect(await publishedAt('5.0.0', 'strapi4')).toBeUndefined()
  })
})

describe('a GraphQL schema of Strapi 5', () => {
  it('shows the same collections, singles and links as the folder', async () => {
    const shown = fromGraphQL(await schema())
    const written = await fromProject()
    const sorted = (map: ReadonlyMap<string, string>) => [...map.keys()].toSorted().map((key) => [key, map.get(key)])
    expect(sorted(shown.collections)).toEqual(sorted(written.collections))
    expect(sorted(shown.singles)).toEqual(sorted(written.singles))
    expect(shown.user).toBe('User')
    const administrators = ['createdBy', 'updatedBy']
    for (const name of [...written.collections.values(), ...written.singles.values(), 'SharedSeo', 'BlocksGallery']) {
      const links = Object.entries(typeIn(written, name).links).filter(([key]) => !administrators.includes(key))
      expect([name, typeIn(shown, name).links]).toEqual([name, Object.fromEntries(links)])
    }
  })

  it('shows the same attributes, except those that its notes list', async () => {
    const shown = fromGraphQL(await schema())
    const written = await fromProject()
    expect(shown.notes.join()).toMatch(/passwords.*rich text.*drafts.*conditions/)
    for (const name of ['Author', 'Homepage', 'SharedLink', 'BlocksQuote']) {
      expect([name, typeIn(shown, name)]).toEqual([name, typeIn(written, name)])
    }
    const { richBlocks, secret, ...attributes } = typeIn(shown, 'Article').attributes
    expect([richBlocks, secret]).toEqual(['Json', 'string | null'])
    expect(attributes).toEqual({ ...typeIn(written, 'Article').attributes, richBlocks: undefined })
    expect(typeIn(shown, 'Tag')).toMatchObject({ attributes: { publishedAt: 'string | null' }, draftAndPublish: true })
    expect(typeIn(shown, 'User').draftAndPublish).toBe(false)
    expect(typeIn(shown, 'Setting').hidden).toEqual({})
    expect(shown.types.map(({ name }) => name)).not.toContain('ReviewWorkflowsWorkflow')
  })

  it('shows the same in the compatibility mode for Strapi 4', async () => {
    const text = await readFile(fixture('schema.graphql'), 'utf8')
    const compatible = text.replaceAll(
      /^type (\w+) \{\n {2}documentId: ID!\n/gm,
      (fields, name) =>
        `${fields}  id: ID! @deprecated(reason: "x")\n  attributes: ${name}! @deprecated(reason: "x")\n  data: ${name}! @deprecated(reason: "x")\n`,
    )
    expect(compatible).not.toBe(text)
    expect(fromGraphQL(buildSchema(compatible))).toEqual(fromGraphQL(await schema()))
  })
})

describe('locales', () => {
  it('come from the address of a server', async () => {
    const { url, received } = await startServer(() => [{ code: 'en' }, { code: 'pt-BR' }])
    const text = printContentModel(await readContentModel({ project, locales: `${url}/`, token: 't' }))
    expect(text).toContain("export type Locale = 'en' | 'pt-BR'\n")
    expect(text).toContain('    locale: Locale\n')
    expect(received[0]).toMatchObject({ path: '/api/i18n/locales', headers: { authorization: 'Bearer t' } })
  })

  it('apply to the schema that graphql-codegen has loaded', async () => {
    expect(await plugin(await schema(), [], { locales: ['de'] })).toContain("export type Locale = 'de'\n")
  })

  it('have a name that no content type has', async () => {
    const model = await readContentModel({ project, locales: ['en'] })
    const types = model.types.map((type) => (type.name === 'Tag' ? { ...type, name: 'Locale' } : type))
    expect(printContentModel({ ...model, types })).toContain("export type LocaleCode = 'en'\n")
  })

  it.each([
    [[], 'name at least one code'],
    [['en', 'f r'], '"f r" is not a locale'],
  ])('%j are rejected', async (locales, message) => {
    await expect(readContentModel({ project, locales })).rejects.toThrow(message)
  })

  it('need a server that lists them', async () => {
    const { url } = await startServer(() => ({ data: null, error: { status: 403 } }))
    await expect(readContentModel({ project, locales: url })).rejects.toThrow('plugin::i18n.locales.listLocales')
  })
})
