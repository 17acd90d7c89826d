import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExtensionHost } from '../../src/index.js'
import { type ExtendedService, openExtended } from '../support/extended-service.js'

let service: ExtendedService
let strapi: ExtensionHost
beforeAll(async () => {
  service = await openExtended({ register: (tools) => void (strapi = tools.strapi) })
})
afterAll(() => service.api.close())

/** Sends a request with a full-access token, and returns the message of its error. */
async function messageOf(line: string, body?: string | object, headers: Record<string, string> = {}) {
  const [method = 'GET', path = ''] = line.split(' ')
  const request = new Request(`http://service.example${path}`, {
    method,
    headers: { authorization: `Bearer ${service.everything}`, ...headers },
    // Bytes, because a string gets the content type text/plain.
    ...(body !== undefined && {
      body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
    }),
  })
  const response = await service.api.fetch(request)
  return ((await response.json()) as { error?: { message: string } }).error?.message
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const draftsByPreview =
  'Invalid parameter status: use publicationState=preview, which adds drafts; filters[publishedAt][$null]=true leaves only drafts'

describe('parameters of other services', () => {
  it.each([
    ['GET /api/articles?_limit=3', 'Invalid parameter _limit: use pagination[limit] instead'],
    ['GET /api/users?_limit=3', 'Invalid parameter _limit: use limit instead'],
    ['GET /api/users?_page=3', 'Invalid parameter _page: use start and limit instead'],
    ['GET /api/upload/files?_start=3', 'Invalid parameter _start: use start instead'],
    ['GET /api/articles/1?_limit=3', 'Invalid parameter _limit'],
    ['GET /api/articles?status=draft', draftsByPreview],
    ['GET /api/articles/1?status=draft', draftsByPreview],
    ['GET /api/homepage?status=draft', draftsByPreview],
    ['GET /api/articles?populate[tags][status]=draft', draftsByPreview],
    ['GET /api/articles?sort=-title', 'Invalid parameter -title: it is not a name; write title:desc'],
    ['GET /api/articles?populate[tags][sort]=-name', 'Invalid parameter -name: it is not a name; write name:desc'],
    ['GET /api/users?sort=-username', 'Invalid parameter -username: it is not a name; write username:desc'],
  ])('get an error that says what to use instead: %s', async (line, message) => {
    expect(await messageOf(line)).toBe(message)
  })

  it.each([
    ['draft', 'Invalid parameter status: set publishedAt in data to null for a draft'],
    [
      'published',
      'Invalid parameter status: leave it out to publish a new entry, or set publishedAt in data to a time',
    ],
  ])('get an error in writes, too: status=%s', async (status, message) => {
    const body = { data: { title: 'Written' } }
    expect(await messageOf(`POST /api/articles?status=${status}`, body, json)).toBe(message)
    expect(await messageOf(`PUT /api/articles/1?status=${status}`, body, json)).toBe(message)
  })

  it.each([
    [
      '{ articles(status: DRAFT) { data { id } } }',
      'Unknown argument "status" on field "Query.articles". Use publicationState: PREVIEW for drafts and published entries',
    ],
    [
      '{ tags(where: { name: "x" }) { data { id } } }',
      'Unknown argument "where" on field "Query.tags". Use filters: { … }',
    ],
    [
      '{ articles { data { attributes { tags(limit: 3) { data { id } } } } } }',
      'Unknown argument "limit" on field "Article.tags". Use pagination: { limit: … }',
    ],
    ['{ article(id: 1, limit: 3) { data { id } } }', 'Unknown argument "limit" on field "Query.article".'],
    [
      '{ articles(locale: en) { data { id } } }',
      'Expected value of type "I18NLocaleCode", found en; Locale cannot represent non string type',
    ],
    [
      '{ articles { title } }',
      'Cannot query field "title" on type "ArticleEntityResponseCollection". Did you mean data { attributes { title } }?',
    ],
    [
      '{ article(id: 1) { data { attributes { tags { id } } } } }',
      'Cannot query field "id" on type "TagRelationResponseCollection". Did you mean data { id }?',
    ],
    [
      '{ articles { data { attributes { id } } } }',
      'Cannot query field "id" on type "Article". Did you mean id of ArticleEntity, one level up?',
    ],
    ['{ articles { data { nope } } }', 'Cannot query field "nope" on type "ArticleEntity".'],
    ['{ articles(sort: "-title") { data { id } } }', 'Invalid parameter -title: it is not a name; write title:desc'],
  ])('get an error in GraphQL, too: %s', async (query, message) => {
    const { errors } = await service.ask(query, service.everything)
    expect(errors).toMatchObject([{ message }])
  })

  it.each([
    [{ _limit: 3 }, 'Invalid parameter _limit: use limit instead'],
    [{ status: 'draft' }, draftsByPreview],
    [{ sort: '-title' }, 'Invalid parameter -title: it is not a name; write title:desc'],
    [{ populate: 'title' }, 'Invalid parameter title: it is of type string; use fields instead, as in fields[0]=title'],
  ])('get an error in code of the project, too: %j', async (parameters, message) => {
    await expect(strapi.entityService.findMany('api::article.article', parameters)).rejects.toMatchObject({ message })
  })
})

describe('JSON without its content type', () => {
  const send = ' Send JSON with the header Content-Type: application/json'
  const isJson = ' The body is JSON: send it with the header Content-Type: application/json'
  const missing = 'Missing "data" payload in the request body.'
  it.each([
    ['POST /api/articles', {}, `${missing}${send}`],
    ['POST /api/articles', form, `${missing}${isJson}`],
    ['PUT /api/articles/1', {}, `${missing}${send}`],
    ['PUT /api/homepage', form, `${missing}${isJson}`],
    ['POST /api/auth/local', {}, `2 errors occurred.${send}`],
    ['POST /api/auth/forgot-password', {}, `email is a required field.${send}`],
    ['POST /api/users-permissions/roles', {}, `name is a required field.${send}`],
    ['PUT /api/users/1', form, `{"data":{"title":"x"}} is not an attribute of user.${isJson}`],
    [
      'POST /api/articles/1/localizations',
      {},
      `locale is missing. Send it next to the attributes, without "data". Known are: en, fr.${send}`,
    ],
    ['POST /graphql', {}, 'Send the operation as application/json'],
  ])('gets an error that names the header: %s with %j', async (line, headers, message) => {
    expect(await messageOf(line, { data: { title: 'x' } }, headers)).toBe(message)
  })
})
