import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseQueryString } from '@content-api/core/message/query-string'
import { isRecord } from '@content-api/model'
import { type Exchange, exchangesInOrder } from './recorded-exchanges.js'
import { type DocumentServer, openRecordedServer } from './served-documents.js'

type Operation = Readonly<Record<string, unknown>> & { readonly $ref?: string; readonly name?: string }

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const limits = { parameters: 1_000, arrayItems: 1_000 }

let server: DocumentServer
let document: Document
let schemas: Ajv2020
let queries: Ajv2020

async function documentAs(identity: string): Promise<Document> {
  const headers = { 'content-api-token': server.api.developmentToken ?? '', 'content-api-as': identity }
  const response = await server.fetch(new Request('http://localhost/openapi.json', { headers }))
  expect(response.status).toBe(200)
  return (await response.json()) as Document
}

beforeAll(async () => {
  server = await openRecordedServer('sqlite')
  document = await documentAs('everything')
  const options = { strict: false, validateFormats: false }
  schemas = new Ajv2020(options).addSchema(document, 'api')
  // The values of a query are strings.
  queries = new Ajv2020({ ...options, coerceTypes: 'array' }).addSchema(document, 'api')
}, 60_000)

const pointer = (...keys: readonly (string | number)[]) =>
  `api#/${keys.map((key) => encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

/** Returns the path of the document that a request belongs to. */
function pathOf(path: string): string | undefined {
  const own = path.replace(/^\/api/, '')
  const fits = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(own)
  return own in document.paths ? own : Object.keys(document.paths).find(fits)
}

/** Returns what the document doesn't allow of a recorded exchange. */
function problemsOf(exchange: Exchange): string[] {
  const { method, path, status = 0, answer } = exchange
  const [target = '', query = ''] = path.split(/\?(.*)/s)
  const template = pathOf(target)
  const key = method.toLowerCase()
  const operation = template === undefined ? undefined : document.paths[template]?.[key]
  if (template === undefined || !operation) return ['is not described']
  const responses = operation['responses'] as Readonly<Record<string, Operation>>
  const response = responses[status]
  if (!response) return [`has no response ${status}`]
  const problems: string[] = []
  const check = (ajv: Ajv2020, $ref: string, value: unknown, what: string) => {
    const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref })
    if (!validate(value)) problems.push(`${what}: ${ajv.errorsText(validate.errors?.slice(0, 4))}`)
  }
  const isError = response.$ref !== undefined
  if (status !== 204) {
    const at = isError
      ? pointer('components', 'schemas', 'Error')
      : pointer('paths', template, key, 'responses', status, 'content', 'application/json', 'schema')
    check(schemas, at, answer, 'response')
  }
  if (isError) return problems
  const isKnown = (value: unknown) => !JSON.stringify(value).includes('{{')
  if (isRecord(exchange.body) && isKnown(exchange.body)) {
    const at = pointer('paths', template, key, 'requestBody', 'content', 'application/json', 'schema')
    check(schemas, at, exchange.body, 'body')
  }
  const parameters = (operation['parameters'] ?? []) as readonly Operation[]
  const sent = parseQueryString(query, limits)
  for (const [index, parameter] of parameters.entries()) {
    const shared = /\w+$/.exec(parameter.$ref ?? '')?.[0]
    const described = shared === undefined ? parameter : (document.components['parameters']?.[shared] as Operation)
    const { name = '' } = described
    const value = sent[name]
    if (described['in'] !== 'query' || value === undefined || !isKnown(value)) continue
    const at =
      shared === undefined
        ? pointer('paths', template, key, 'parameters', index, 'schema')
        : pointer('components', 'parameters', shared, 'schema')
    check(queries, at, structuredClone(value), name)
  }
  return problems
}

/** Requests with values outside of the documentation of Strapi, which it accepts. */
const tolerated = new Set([
  'page.page-neg',
  'page.size-text',
  'page.size-over',
  'page.count-1',
  'page.limit-over',
  'filter.in-object',
  'filter.filters-null',
  'locale.empty',
  'status.empty',
  'x.status-empty-one',
  'x.status-empty-update',
  'crud.create-locale',
  'val.echo-strings',
  'dp.create-publishedAt-date',
  'rel.position-string',
])

/** Requests to routes that don't exist. */
const noRoutes = new Set(['i18n.locales-create', 'single.id', 'auth.badtoken-unknown-route', 'up.sessions-legacy'])

/** Every third recorded exchange, and all of users and files. */
function sample(): readonly Exchange[] {
  const documents = exchangesInOrder('exchanges.jsonl').filter((_, index) => index % 3 === 0)
  const others = ['accounts.jsonl', 'uploads.jsonl'].flatMap((file) => exchangesInOrder(file))
  return [...documents, ...others].filter(({ status = 500, path, headers = {} }) => {
    return path.startsWith('/api/') && status < 500 && !('strapi-response-format' in headers)
  })
}

describe('the OpenAPI document of a Strapi 5 project', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { errors = [], valid } = await new Validator().validate(structuredClone(document) as never)
    expect([errors, valid]).toEqual([[], true])
  })

  it('describes recorded requests and responses of Strapi 5', () => {
    const exchanges = sample().filter(({ id }) => !noRoutes.has(id))
    const different = new Map(
      exchanges.map((exchange) => [exchange.id, problemsOf(exchange)] as const).filter(([, { length }]) => length > 0),
    )
    expect([...different].filter(([id]) => !tolerated.has(id))).toEqual([])
    expect([...tolerated].filter((id) => !different.has(id))).toEqual([])
    expect(exchanges.length).toBeGreaterThan(300)
  })

  it('describes no other form of entries and bodies', () => {
    const path = '/api/tags/tag000000000000000000001'
    const read = { id: 'read', method: 'GET', path, role: 'full', status: 200 }
    const answered = (data: unknown) => problemsOf({ ...read, answer: { data, meta: {} } })
    expect(answered({ id: 1, documentId: 'tag000000000000000000001', name: 'x' })).toEqual([])
    expect(answered({ id: 1, attributes: { name: 'x' } })).toEqual([expect.stringContaining('documentId')])
    const answer = { data: { id: 1, documentId: 'tag000000000000000000001' }, meta: {} }
    const written = (data: object) => problemsOf({ ...read, method: 'PUT', body: { data }, answer })
    expect(written({ name: 'x', articles: { connect: ['article00000000000000001'] } })).toEqual([])
    expect(written({ publishedAt: null })).toEqual([expect.stringContaining('additional properties')])
  })

  it('has versions and locales for the types that have them', () => {
    const parametersOf = (path: string, method: string) =>
      JSON.stringify(document.paths[path]?.[method]?.['parameters'])
    expect(parametersOf('/articles', 'get')).toMatch(/"status".*"publicationFilter".*"locale"/)
    expect(parametersOf('/articles/{id}', 'put')).toMatch(/"status".*"locale"/)
    expect(parametersOf('/articles/{id}', 'delete')).not.toContain('"status"')
    expect(parametersOf('/tags', 'get')).not.toMatch(/"status"|"locale"/)
    expect(Object.keys(document.paths).filter((path) => path.includes('localizations'))).toEqual([])
  })

  it('has what the caller may do', async () => {
    const anonymous = await documentAs('public')
    const methods = (path: string) => Object.keys(anonymous.paths[path] ?? {})
    expect(methods('/articles')).toEqual(['get'])
    expect(methods('/users')).toEqual([])
    expect(methods('/auth/local')).toEqual(['post'])
    expect(Object.keys(anonymous.components['schemas'] ?? {})).not.toContain('MemoEntry')
  })
})
