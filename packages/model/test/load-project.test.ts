import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LoadOptions, type Problem, isModelError, loadProject } from '@content-api/model'

const oracleModel = fileURLToPath(new URL('fixtures/oracle-model', import.meta.url))
const article = 'src/api/article/content-types/article/schema.json'
const schema = { info: { singularName: 'article', pluralName: 'articles' }, attributes: { title: { type: 'string' } } }

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'model-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
}

async function problemsOf(files: Readonly<Record<string, unknown>>): Promise<readonly Problem[]> {
  await write(files)
  try {
    await loadProject(directory)
    return []
  } catch (error) {
    if (isModelError(error)) return error.problems
    throw error
  }
}

describe('the configuration of a project', () => {
  const field = { type: 'customField', customField: 'plugin::rating.stars' }
  const typed = { ...schema, attributes: { title: { type: 'string' }, note: { type: 'string' }, stars: field } }

  it.each([
    ['content-api.config.json', '{ "customFields": { "plugin::rating.stars": "integer" } }'],
    ['content-api.config.ts', "export default { port: 1, customFields: { 'plugin::rating.stars': 'integer' } }"],
    [
      'content-api.config.js',
      "export default ({ env }) => ({\n  // customFields: { 'plugin::rating.stars': 'json' },\n  customFields: {\n    'plugin::rating.stars': `integer`,\n  },\n})",
    ],
  ])('sets the types of custom fields in %s', async (file, text) => {
    await write({ [article]: typed, [file]: text })
    const read = async (options?: LoadOptions) =>
      (await loadProject(directory, options)).contentType('api::article.article').declared['stars']?.type
    expect(await read()).toBe('integer')
    expect(await read({ customFields: { 'plugin::rating.stars': 'json' } })).toBe('json')
  })

  it.each([
    ['config/api.js', "module.exports = { responses: { privateAttributes: ['note', 'createdAt'] } }"],
    ['config/api.json', '{ "responses": { "privateAttributes": ["note", "createdAt"] } }'],
  ])('hides attributes in %s', async (file, text) => {
    await write({ [article]: typed, [file]: text })
    const hidden = async (options?: LoadOptions) => {
      const { attributes } = (await loadProject(directory, options)).contentType('api::article.article')
      return [attributes['title'], attributes['note'], attributes['createdAt']].map((one) => one?.private === true)
    }
    expect(await hidden()).toEqual([false, true, true])
    expect(await hidden({ privateAttributes: ['title'] })).toEqual([true, false, false])
  })
})

describe('the content model of an existing project', () => {
  it('loads unchanged', async () => {
    const registry = await loadProject(oracleModel)
    expect([...registry.contentTypes.keys()].filter((uid) => uid.startsWith('api::'))).toHaveLength(11)
    expect([...registry.components.keys()]).toEqual(['blocks.gallery', 'blocks.quote', 'shared.link', 'shared.seo'])
    const { attributes, localized, draftAndPublish } = registry.contentType('api::article.article')
    expect({ localized, draftAndPublish }).toEqual({ localized: true, draftAndPublish: true })
    expect(attributes['title']).toEqual({
      type: 'string',
      required: true,
      minLength: 3,
      maxLength: 60,
      localized: true,
    })
    expect(Object.keys(attributes).slice(-7)).toEqual([
      'createdAt',
      'updatedAt',
      'publishedAt',
      'locale',
      'localizations',
      'createdBy',
      'updatedBy',
    ])
  })

  it('loads where the errors of Node belong to another context, as in jest', async () => {
    vi.stubGlobal('Error', class extends Error {})
    const registry = await loadProject(oracleModel).finally(() => vi.unstubAllGlobals())
    expect(registry.components.size).toBe(4)
  })
})

describe('loadProject', () => {
  it('reads content types, components and extensions, and nothing else', async () => {
    await write({
      [article]: schema,
      'src/api/article/routes/article.js': 'not read',
      'src/api/custom/routes/custom.js': 'not read',
      'src/api/.gitkeep': '',
      'src/components/shared/seo.json': { attributes: {} },
      'src/components/shared/.DS_Store': 'not read',
      'src/components/shared/README.md': 'not read',
      'src/extensions/users-permissions/content-types/user/schema.json': {
        attributes: { nickname: { type: 'string' } },
      },
      'src/extensions/users-permissions/strapi-server.js': 'not read',
    })
    const registry = await loadProject(directory)
    expect([...registry.contentTypes.keys()].filter((uid) => uid.startsWith('api::'))).toEqual(['api::article.article'])
    expect([...registry.components.keys()]).toEqual(['shared.seo'])
    const { declared } = registry.contentType('plugin::users-permissions.user')
    expect(Object.keys(declared).slice(-2)).toEqual(['role', 'nickname'])
  })

  it('reads a file with a byte order mark', async () => {
    await write({ [article]: `\uFEFF${JSON.stringify(schema)}` })
    expect((await loadProject(directory)).contentType('api::article.article').displayName).toBe('article')
  })

  it('requires a folder of content types', async () => {
    expect(await problemsOf({})).toEqual([
      {
        file: 'src/api',
        path: '',
        message: `is missing in ${directory}: content types belong in src/api/<api>/content-types/<type>/schema.json.`,
      },
    ])
  })

  it('does not report unreadable files as missing', async () => {
    const tag = { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'articles' }
    const seo = { type: 'component', component: 'shared.seo' }
    const problems = await problemsOf({
      [article]: { ...schema, attributes: { tag, seo } },
      'src/api/tag/content-types/tag/schema.json': '{\n  "info": { "singularName": tag }\n}',
      'src/components/shared/seo.json': '{ "attributes": {',
    })
    expect(problems).toEqual([
      {
        file: 'src/api/tag/content-types/tag/schema.json',
        path: '',
        message: 'is not valid JSON at line 2, column 29: invalid symbol.',
      },
      {
        file: 'src/components/shared/seo.json',
        path: '',
        message: 'is not valid JSON at line 1, column 18: close brace expected.',
      },
    ])
  })

  it.each([
    ['', 'is not valid JSON at line 1, column 1: value expected.'],
    ['{"a":1,}', 'is not valid JSON at line 1, column 8: property name expected.'],
    ['{} // done', 'is not valid JSON at line 1, column 4: invalid comment token.'],
    ['{\n"a": 1\n"b": 2 }', 'is not valid JSON at line 3, column 1: comma expected.'],
    ["{'a': 1}", 'is not valid JSON at line 1, column 2: invalid symbol.'],
    ['{} {}', 'is not valid JSON at line 1, column 4: end of file expected.'],
  ])('names the position where %j stops being valid JSON', async (text, message) => {
    expect(await problemsOf({ [article]: text })).toEqual([{ file: article, path: '', message }])
  })

  it('reports a folder without a schema', async () => {
    expect(await problemsOf({ 'src/api/article/content-types/article/lifecycles.js': '' })).toEqual([
      { file: article, path: '', message: 'is missing: the folder of a content type holds its schema.json.' },
    ])
  })

  it('warns of a component that is a program and of a project without content types', async () => {
    await write({ 'src/components/shared/seo.js': '' })
    expect((await loadProject(directory)).warnings.map(({ file }) => file)).toEqual([
      'src/components/shared/seo.js',
      'src/api',
    ])
  })

  it('takes the schemas of programs from its options', async () => {
    await write({ 'src/api/article/content-types/article/schema.js': '', 'src/components/shared/seo.js': '' })
    const attributes = { seo: { type: 'component', component: 'shared.seo' } } as const
    const registry = await loadProject(directory, {
      changedTypes: {
        'api::article.article': {
          file: 'src/api/article/content-types/article/schema.js',
          schema: { info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' }, attributes },
        },
      },
      components: { 'shared.seo': { collectionName: 'seos', attributes: { title: { type: 'string' } } } },
    })
    expect(registry.contentType('api::article.article').declared).toMatchObject(attributes)
    expect(registry.component('shared.seo').collectionName).toBe('seos')
    expect(registry.warnings).toEqual([])
  })

  it('reads the stored types of custom fields that the project registers', async () => {
    const field = (customField: string) => ({ type: 'customField', customField })
    const attributes = {
      stars: field('plugin::rating.stars'),
      tags: field('global::tags'),
      point: field('global::point'),
      other: field('global::other'),
    }
    await write({
      [article]: { ...schema, attributes },
      'src/index.js': `
        module.exports = {
          register({ strapi }) {
            strapi.customFields.register({
              name: 'stars', plugin: 'rating', type: 'integer', inputSize: { default: 4, isResizable: true },
            })
          },
        }`,
      'src/extensions/upload/strapi-server.ts': `
        strapi.customFields.register([{ name: "tags", type: "json" }, { 'type': 'text', 'name': 'point' }])`,
      'src/admin/app.js': `app.customFields.register({ name: 'other', type: 'json' })`,
    })
    const registry = await loadProject(directory)
    expect(registry.contentType('api::article.article').declared).toMatchObject({
      stars: { type: 'integer' },
      tags: { type: 'json' },
      point: { type: 'text' },
      other: { type: 'string' },
    })
    expect(registry.warnings).toMatchObject([{ path: 'attributes.other.customField' }])
  })

  it('reads custom fields with the stored types that it is passed', async () => {
    const attributes = { x: { type: 'customField', customField: 'global::stars' } }
    await write({ [article]: { ...schema, attributes } })
    const registry = await loadProject(directory, { customFields: { 'global::stars': 'integer' } })
    expect(registry.contentType('api::article.article').declared).toMatchObject({ x: { type: 'integer' } })
  })

  it('reports the mistakes of all files together, grouped by file', async () => {
    const problems = await problemsOf({
      [article]: { ...schema, attributes: { id: { type: 'string' }, author: { type: 'relation' } } },
      'src/components/shared/seo.json': { attributes: { kind: { type: 'enumeration' } } },
    })
    expect(problems.map(({ file, path }) => `${file} ${path}`)).toEqual([
      `${article} attributes.id`,
      `${article} attributes.author.relation`,
      'src/components/shared/seo.json attributes.kind.enum',
    ])
  })
})
