import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createRegistry } from '@content-api/model'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '@content-api/server'
import { databases } from './support/postgres.js'
import { graphqlCode } from '../packages/explorer/src/code/graphql-code.js'
import { restUrl } from '../packages/explorer/src/code/rest-code.js'
import { sdkCode } from '../packages/explorer/src/code/sdk-code.js'
import { rowsOf } from '../packages/explorer/src/model/flat-entry.js'
import { indexModel, type ModelIndex } from '../packages/explorer/src/model/model-index.js'
import type { ExplorerModel, ExplorerType } from '../packages/explorer/src/protocol.js'
import { readFilters, writeFilters } from '../packages/explorer/src/query/filter-tree.js'
import { readLinks, writeLinks } from '../packages/explorer/src/query/populate-links.js'
import type { Query } from '../packages/explorer/src/state/query.js'
import { fromRegistry } from '../packages/sdk/src/codegen/from-registry.js'
import { printContentModel } from '../packages/sdk/src/codegen/print.js'
import { content, queries, schemas } from './support/explorer-queries.js'

const packageRoot = fileURLToPath(new URL('../packages/sdk', import.meta.url))
/** Inside the package, so that imports of the package by its own name resolve. */
const folder = join(packageRoot, '.tmp', 'explorer')
const run = promisify(execFile)
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')

const tsconfig = {
  extends: '../../../../../tsconfig.base.json',
  compilerOptions: {
    composite: false,
    declaration: false,
    noEmit: true,
    rootDir: '.',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
  },
  include: ['*.ts'],
}

const samples = fc.sample(queries, { numRuns: 24, seed: 22 })

describe.each(await databases())('a query of the explorer as code ($name)', ({ name, connection }) => {
  // The code doesn't depend on the database, only the content of the responses does.
  const generated = name === 'sqlite' ? samples : samples.slice(0, 10)
  let api: ContentApi
  let url: string
  let model: ModelIndex
  let type: ExplorerType
  const fileOf = (index: number) => join(folder, name, `query-${index}.ts`)

  beforeAll(async () => {
    api = await createContentApi({
      ...schemas,
      database: connection,
      development: true,
      config: {
        i18n: { locales: ['en', 'fr'], defaultLocale: 'en' },
        graphql: { config: { depthLimit: 12 } },
      },
    })
    await api.importEntries(content)
    url = (await api.listen({ port: 0 })).url
    const headers = { 'content-api-token': api.developmentToken ?? '', 'content-api-as': 'everything' }
    const response = await fetch(`${url}/content-api/explorer/model`, { headers })
    model = indexModel((await response.json()) as ExplorerModel)
    type = model.typeAt('articles') as ExplorerType
    await mkdir(join(folder, name), { recursive: true })
    const types = printContentModel(fromRegistry(createRegistry(schemas)))
    await writeFile(join(folder, name, 'content-types.gen.ts'), types)
    await writeFile(join(folder, name, 'tsconfig.json'), JSON.stringify(tsconfig))
    await Promise.all(
      generated.map((query, index) => {
        const { parts, missing } = sdkCode({ origin: url, path: type.path, needsToken: false }, type, query, model)
        if (missing.length > 0) throw new Error(`Not expressed: ${JSON.stringify({ query, missing })}`)
        return writeFile(fileOf(index), `${parts[0]?.text}\nexport { data, meta }\n`)
      }),
    )
    const { fields, populate, locale, publicationState } =
      generated.find((query) => query['populate'] !== undefined) ?? {}
    const given = Object.entries({ fields, populate, locale, publicationState })
    const ofEntry = Object.fromEntries(given.filter((one): one is [string, Query[string]] => one[1] !== undefined))
    const target = { origin: url, path: type.path, needsToken: true, id: 1 }
    await writeFile(join(folder, name, 'entry.ts'), `${sdkCode(target, type, ofEntry, model).parts[0]?.text}\n`)
  })
  afterAll(async () => {
    await api?.close()
    await rm(join(folder, name), { recursive: true, force: true })
  })

  const rest = async (query: Query) => {
    const response = await fetch(restUrl({ origin: url, path: type.path }, query))
    const body = (await response.json()) as { meta: unknown }
    expect([query, response.status, body]).toEqual([query, 200, body])
    return { rows: rowsOf(body, type, model).map(comparable), meta: body.meta }
  }

  // The generated code is the same for both databases, except for the address.
  it.runIf(name === 'sqlite')('compiles with the generated types', async () => {
    const errors = await run(process.execPath, [tsc, '-p', join(folder, name), '--checkers', '1']).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
    expect(errors).toBe('')
  })

  it('returns the same entries by URL, by the SDK and by GraphQL', async () => {
    let found = 0
    for (const [index, query] of generated.entries()) {
      const { rows, meta } = await rest(query)
      found += rows.length
      const page = (await import(/* @vite-ignore */ fileOf(index))) as { data: unknown[]; meta: unknown }
      expect([query, page.data.map(unwrapped).map(comparable), page.meta]).toEqual([query, rows, meta])
      const { parts, missing } = graphqlCode(type, query, model)
      expect([query, missing]).toEqual([query, []])
      const [document, variables] = parts.map(({ text }) => text)
      const body = JSON.stringify({ query: document, variables: JSON.parse(variables ?? '{}') as object })
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const { data, errors } = (await response.json()) as { data?: { articles: { data: unknown[] } }; errors?: unknown }
      expect([query, document, errors]).toEqual([query, document, undefined])
      expect([query, data?.articles.data.map(unwrapped).map(comparable)]).toEqual([query, rows])
    }
    // Queries that find nothing would prove nothing.
    expect(found).toBeGreaterThan(generated.length)
  })

  it('finds the same entries after the forms have read and written it', async () => {
    for (const { filters, populate, ...others } of generated) {
      const written: Query = {
        ...others,
        ...optional('filters', writeFilters(readFilters(filters))),
        ...optional('populate', writeLinks(readLinks(populate, type))),
      }
      const query: Query = { ...others, ...optional('filters', filters), ...optional('populate', populate) }
      expect(await rest(written)).toEqual(await rest(query))
    }
  })
})

const optional = (name: string, value: Query[string] | undefined): Query =>
  value === undefined ? {} : { [name]: value }

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a value of a GraphQL response without its wrappers. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped)
  if (!isRow(value)) return value
  if ('data' in value) return unwrapped(value['data'])
  const { attributes, ...others } = value
  const members = Object.entries({ ...others, ...(isRow(attributes) ? attributes : {}) })
  return Object.fromEntries(members.map(([key, one]) => [key, unwrapped(one)]))
}

const asStrings: ReadonlySet<string> = new Set(['id', 'views'])

/**
 * Returns a value without what differs between the interfaces: ids and large integers become strings, and
 * component names are removed.
 */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (!isRow(value)) return value
  const members = Object.entries(value).flatMap(([key, one]): [string, unknown][] => {
    if (key === '__component' || key === '__typename') return []
    return [[key.replace(/^Component[A-Z]\w*_/, ''), asStrings.has(key) ? String(one) : comparable(one)]]
  })
  return Object.fromEntries(members)
}
