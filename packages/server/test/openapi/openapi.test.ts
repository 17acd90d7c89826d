import { Validator } from '@seriousme/openapi-schema-validator'
import { createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '@content-api/core/config/parse'
import { catalog } from '@content-api/engine/errors'
import { valueOperators } from '@content-api/engine/plan'
import type { ProjectRoute } from '@content-api/strapi-project/code/routes/project-routes'
import { openApiDocument } from '@content-api/interfaces/openapi/document'
import { registry as oracleModel } from '../support/plan-context.js'

interface Document {
  readonly paths: Record<string, Record<string, { operationId?: string; parameters?: unknown[]; responses?: object }>>
  readonly components: { readonly schemas: Record<string, unknown>; readonly responses: Record<string, unknown> }
}

const document = openApiDocument(oracleModel, parseConfig({ i18n: { locales: ['fr'] } }), {
  version: '1.2.3',
}) as unknown as Document

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document) as never)
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('has the routes of the project, and keeps generated operations at the same path', async () => {
    const routes = [
      { method: 'GET', path: '/tags/popular/:Since', action: 'api::tag.tag.popular', core: null },
      { method: 'PATCH', path: '/tags/:key', action: null, core: null },
    ] as unknown as ProjectRoute[]
    const removedActions = new Set(['api::tag.tag.delete'])
    const extended = openApiDocument(oracleModel, parseConfig({}), {
      version: '1.2.3',
      project: { routes, removedActions },
    }) as unknown as Document
    expect(extended.paths['/tags/popular/{Since}']).toMatchObject({
      parameters: [{ name: 'Since', in: 'path' }],
      get: { operationId: 'get_tags_popular_Since', description: 'Requires the permission api::tag.tag.popular.' },
    })
    expect(Object.keys(extended.paths['/tags/{id}'] ?? {})).toEqual(['parameters', 'get', 'put', 'patch'])
    const { errors = [], valid } = await new Validator().validate(structuredClone(extended) as never)
    expect([errors, valid]).toEqual([[], true])
  })

  it('fails validation when it is broken', async () => {
    const broken = { ...structuredClone(document), paths: { articles: {} } }
    expect((await new Validator().validate(broken as never)).valid).toBe(false)
  })

  it('has every path of the model, and each operation id once', () => {
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/articles',
        '/articles/{id}',
        '/articles/{id}/localizations',
        '/menu-items',
        '/homepage',
        '/setting',
      ]),
    )
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap((operation) => operation.operationId ?? []),
    )
    expect(new Set(ids).size).toBe(ids.length)
    // No path is generated from the type names of plugins and administrators.
    expect(Object.keys(document.paths).filter((path) => /user|admin|file/.test(path))).toEqual([])
  })

  it('names the version of an entry, and the condition of its writes', () => {
    const parameters = expect.arrayContaining([{ $ref: '#/components/parameters/ifMatch' }]) as unknown
    const changed = { 412: { $ref: '#/components/responses/PreconditionFailedError' } }
    const versioned = { 200: { headers: { 'Entry-Version': { $ref: '#/components/headers/EntryVersion' } } } }
    expect(document.paths['/articles/{id}']).toMatchObject({
      get: { responses: versioned },
      put: { parameters, responses: { ...versioned, ...changed } },
      delete: { parameters, responses: changed },
    })
  })

  it('has no reference without a target', () => {
    const known = new Set(
      Object.entries(document.components).flatMap(([group, members]) =>
        Object.keys(members as object).map((name) => `#/components/${group}/${name}`),
      ),
    )
    const pointed = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target as string)
    expect(pointed.length).toBeGreaterThan(100)
    expect(pointed.filter((target) => !known.has(target))).toEqual([])
  })

  it('has every operator and every error', () => {
    const operators = JSON.stringify(document.components.schemas.FilterValue)
    for (const operator of Object.keys(valueOperators)) expect(operators).toContain(`"${operator}"`)
    const { JsonFilterValue, ArticleFilters } = document.components.schemas
    expect(ArticleFilters).toHaveProperty('properties.extra', { $ref: '#/components/schemas/JsonFilterValue' })
    expect(JsonFilterValue).toHaveProperty('anyOf.2.properties.$eq.type', expect.arrayContaining(['object', 'array']))
    expect(JsonFilterValue).toHaveProperty('anyOf.2.properties.$lt.type', ['string', 'number', 'boolean'])
    expect(Object.keys(document.components.responses)).toEqual(Object.keys(catalog))
  })

  it('accepts null for lists of components and zones', () => {
    expect(document.components.schemas.ArticleInput).toHaveProperty('properties.links.type', ['array', 'null'])
    expect(document.components.schemas.ArticleInput).toHaveProperty('properties.zone.type', ['array', 'null'])
  })

  it('has no private attribute in responses', () => {
    const outputs = Object.entries(document.components.schemas).filter(([name]) => !name.endsWith('Input'))
    const names = new Set([...JSON.stringify(outputs).matchAll(/"(\w+)":\{/g)].map(([, name]) => name))
    expect(names).toContain('title')
    for (const name of ['internalNote', 'hidden', 'resetPasswordToken', 'confirmationToken', 'password', 'secret']) {
      expect(names).not.toContain(name)
    }
    expect(document.components.schemas.ArticleInput).toHaveProperty('properties.secret')
  })

  it('has publicationState and locale only for types with drafts and locales', () => {
    const parameters = (path: string) => JSON.stringify(document.paths[path]?.get?.parameters)
    expect(parameters('/articles')).toContain('publicationState')
    expect(parameters('/articles')).toContain('"fr"')
    expect(parameters('/tags')).not.toMatch(/publicationState|locale/)
  })

  it('covers every attribute type', () => {
    const attributes = {
      list: { type: 'array' },
      self: { type: 'relation', relation: 'oneToOne', target: 'api::thing.thing' },
    } as const
    const registry = createRegistry({
      contentTypes: {
        'api::thing.thing': {
          kind: 'collectionType',
          info: { singularName: 'thing', pluralName: 'things', displayName: 'Thing' },
          attributes,
        },
      },
    })
    const { components } = openApiDocument(registry, parseConfig({}), { version: '1.2.3' }) as unknown as Document
    expect(components.schemas.Thing).toMatchObject({ properties: { list: { type: ['array', 'null'] } } })
  })
})
