import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { type ContentApi, type ContentApiOptions, createContentApi } from '../../src/index.js'
import { databases, sqliteDatabase } from '../../../../tests/support/postgres.js'

interface Operation {
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: unknown } } }
}

/** A model with most options that reject values. */
const demanding: Pick<ContentApiOptions, 'contentTypes' | 'components'> = {
  contentTypes: {
    'api::part.part': {
      info: { singularName: 'part', pluralName: 'parts' },
      attributes: {
        name: { type: 'string', required: true, unique: true, minLength: 12, maxLength: 14 },
        code: { type: 'string', required: true, regex: '^[A-Z]{3}-[0-9]{3}$' },
        short: { type: 'string', required: true, maxLength: 2 },
        state: { type: 'enumeration', enum: ['new', 'used'], required: true },
        mail: { type: 'email', required: true, minLength: 30 },
        secret: { type: 'password', required: true, minLength: 20 },
        slug: { type: 'uid', required: true },
        count: { type: 'integer', required: true, min: 5, max: 7 },
        debt: { type: 'decimal', required: true, max: -1.5 },
        big: { type: 'biginteger', required: true, min: '9007199254740993' },
        list: { type: 'json', required: true },
        body: { type: 'blocks', required: true },
        at: { type: 'timestamp', required: true },
        level: { type: 'integer', default: 3 },
        size: { type: 'component', component: 'shared.size', required: true },
        sizes: { type: 'component', component: 'shared.size', repeatable: true, min: 2 },
        zone: { type: 'dynamiczone', components: ['shared.size'], required: true },
        other: { type: 'relation', relation: 'manyToOne', target: 'api::part.part' },
      },
    },
  },
  components: {
    'shared.size': {
      collectionName: 'components_shared_sizes',
      attributes: { width: { type: 'float', required: true, min: 0.5 }, unit: { type: 'string', regex: '^never$' } },
    },
  },
}

const recorded = { project: fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url)) }
const models = [
  ...(await databases()).map(({ name, connection }) => ({ ...recorded, name, database: connection, types: 11 })),
  { ...demanding, name: 'options that reject values', database: sqliteDatabase().connection, types: 1 },
]

describe.each(models)('the example of each body, on $name', ({ name: _, types, ...model }) => {
  let api: ContentApi | undefined
  afterEach(() => api?.close())
  const ask = async (path: string, method = 'GET', data?: unknown) => {
    const init =
      data === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) }
    const response = await api?.fetch(new Request(`http://service.example${path}`, { method, ...init }))
    return { status: response?.status, body: await response?.json() }
  }

  it('is accepted by the service', async () => {
    const config = { api: { rest: { openapi: true } }, i18n: { locales: ['fr'] } }
    api = await createContentApi({ ...model, config })
    const { paths } = (await ask('/openapi.json')).body as { paths: Record<string, Record<string, Operation>> }
    const created = new Set<string>()
    // Entries are created before they are updated and localized.
    for (const path of Object.keys(paths).toSorted((a, b) => a.length - b.length)) {
      for (const method of ['post', 'put']) {
        const operation = paths[path]?.[method]
        if (!operation) continue
        const example = operation.requestBody?.content['application/json'].example
        const { status, body } = await ask(`/api${path.replace('{id}', '1')}`, method.toUpperCase(), example)
        expect([path, method, example, status, body]).toEqual([path, method, example, 200, body])
        if (!path.endsWith('/localizations') && !path.includes('{id}')) created.add(path)
      }
    }
    expect(created.size).toBe(types)
  })
})
