import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRegistry } from '@content-api/model'
import { fromRegistry, printContentModel } from '@content-api/sdk/codegen'

const QUERIES = 100

/**
 * Returns `types` content types, each with 16 scalar attributes, three relations to other content types, a
 * media attribute, a component and a dynamic zone.
 */
function registryOf(types: number) {
  const name = (index: number) => `thing-${index % types}`
  const attributesOf = (index: number) => ({
    ...Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`text${n}`, { type: 'string', required: n === 0 }])),
    ...Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`number${n}`, { type: 'integer' }])),
    kind: { type: 'enumeration', enum: ['one', 'two', 'three'] },
    flag: { type: 'boolean' },
    at: { type: 'datetime' },
    extra: { type: 'json' },
    cover: { type: 'media', multiple: false, allowedTypes: ['images'] },
    seo: { type: 'component', component: 'shared.seo', repeatable: false },
    blocks: { type: 'dynamiczone', components: ['shared.quote', 'shared.gallery'] },
    parent: { type: 'relation', relation: 'manyToOne', target: `api::${name(index + 1)}.${name(index + 1)}` },
    owner: { type: 'relation', relation: 'manyToOne', target: `api::${name(index + 7)}.${name(index + 7)}` },
    friends: { type: 'relation', relation: 'oneToMany', target: `api::${name(index + 13)}.${name(index + 13)}` },
  })
  const image = { type: 'media', multiple: false, allowedTypes: ['images'] }
  return createRegistry({
    contentTypes: Object.fromEntries(
      Array.from({ length: types }, (_, index) => [
        `api::${name(index)}.${name(index)}`,
        {
          info: { singularName: name(index), pluralName: `${name(index)}s` },
          options: { draftAndPublish: true },
          attributes: attributesOf(index),
        },
      ]),
    ),
    components: {
      'shared.seo': { attributes: { title: { type: 'string', required: true }, image } },
      'shared.quote': { attributes: { text: { type: 'text' }, image } },
      'shared.gallery': { attributes: { title: { type: 'string' }, image } },
    },
  })
}

/** Returns query number `index`, which reads entries over four levels. */
function queryOf(index: number): string {
  const n = index % 4
  return `{
    fields: ['text${n}', 'kind', 'at'],
    filters: { text0: { $containsi: 'x' }, owner: { number${n}: { $in: [1, 2] } }, $or: [{ flag: true }, { parent: { kind: 'one' } }] },
    populate: {
      cover: true,
      owner: {
        fields: ['text${n}'],
        filters: { text${n + 1}: { $ne: null } },
        populate: { friends: { sort: 'text${n}:desc', populate: { parent: { fields: ['number${n}'], populate: ['seo.image'] } } } },
      },
      blocks: { on: { 'shared.quote': { fields: ['text'], populate: { image: true } }, 'shared.gallery': true } },
    },
    sort: ['at:desc', 'owner.text${n}'],
    pagination: { page: ${index + 1}, pageSize: 10 },
  }`
}

/**
 * Returns code that sends the query through the SDK and uses its result. The queries read the first 60 types,
 * even in a project with more.
 */
function sdkQuery(index: number): string {
  const n = index % 4
  return `
export async function query${index}() {
  const { data } = await api.collection('thing-${index % 60}s').find(${queryOf(index)})
  const [first] = data
  const total: number | null | undefined = first?.owner?.friends[0]?.parent?.number${n}
  const image: string | undefined = first?.owner?.friends[0]?.parent?.seo?.image?.url
  return { total, image, text: first?.blocks.map((block) => (block.__component === 'shared.quote' ? block.text : block.title)) }
}`
}

/**
 * Returns code that sends the same query through a `fetch` wrapper. The wrapper accepts any query, and its
 * result type doesn't depend on the query.
 */
function fetchQuery(index: number): string {
  return `
export async function query${index}() {
  const [first] = await find('thing-${index % 60}s', ${queryOf(index)})
  const total: number | null | undefined = first?.number${index % 4}
  const text: string | null | undefined = first?.text0
  return { total, text }
}`
}

const SDK_CLIENT = `
import { createClient } from '@content-api/sdk'
import type { ContentTypes } from './content-types.gen.js'

export const api = createClient<ContentTypes>({ baseURL: 'http://cms.test' })
`

const FETCH_CLIENT = `
import type { ContentTypes } from './content-types.gen.js'

type Collections = ContentTypes['collections']

async function find<Name extends keyof Collections>(name: Name, query: object): Promise<Collections[Name]['attributes'][]> {
  const response = await fetch(\`http://cms.test/api/\${name}?query=\${encodeURIComponent(JSON.stringify(query))}\`)
  return ((await response.json()) as { data: Collections[Name]['attributes'][] }).data
}
`

const STRAPI_5_CLIENT = `
import { createClient } from '@content-api/sdk'
import { strapi5 } from '@content-api/sdk/strapi5'
import type { ContentTypes } from './content-types.gen.js'

export const api = createClient<ContentTypes>({ baseURL: 'http://cms.test', api: strapi5() })
`

/** The code of the clients that queries can be written for. */
const clients = {
  sdk: { head: SDK_CLIENT, query: sdkQuery },
  strapi5: { head: STRAPI_5_CLIENT, query: sdkQuery },
  fetch: { head: FETCH_CLIENT, query: fetchQuery },
}

interface TypeProjectOptions {
  /** The number of queries in the project. Default: 100. */
  readonly queries?: number
  /** The client of the queries: of this package, or a plain `fetch` wrapper for comparison. Default: `sdk`. */
  readonly client?: keyof typeof clients
}

export interface TypeProject {
  readonly queries: number
  /** The size of the generated file in bytes. */
  readonly generated: number
  readonly types: number
}

/** Writes a TypeScript project with the generated types of `types` content types, and with queries. */
export async function writeTypeProject(
  folder: string,
  types: number,
  { queries = QUERIES, client = 'sdk' }: TypeProjectOptions = {},
): Promise<TypeProject> {
  const text = printContentModel(fromRegistry(registryOf(types)))
  const { head, query } = clients[client]
  const code = Array.from({ length: queries }, (_, index) => query(index)).join('\n')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'content-types.gen.ts'), text)
  await writeFile(join(folder, 'queries.ts'), head + code)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  return { queries, types, generated: text.length }
}

const tsconfig = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
  files: ['queries.ts'],
}
