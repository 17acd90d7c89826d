import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../src/content-api.js'
import { mockContentApi, type MockContentApi } from '../../src/msw.js'
import { png } from '../../../../tests/support/png.js'
import { writeProjectWithContent } from './served-documents.js'

const { project } = await writeProjectWithContent('sqlite')
const baseURL = 'http://cms.test'
const ada = { username: 'ada', email: 'ada@example.com', password: 'Passw0rd!' }

interface Answer {
  readonly status: number
  readonly body: { readonly data: never; readonly jwt: string }
}

async function send(method: string, path: string, data?: object, token?: string): Promise<Answer> {
  const headers = {
    ...(data !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const body = data === undefined ? null : JSON.stringify(data)
  const response = await fetch(`${baseURL}${path}`, { method, headers, body })
  return { status: response.status, body: response.status === 204 ? null : await response.json() }
}

const titles = async (query = '') => {
  const { body } = await send('GET', `/api/articles?sort=title&populate=tags${query}`)
  return (body.data as readonly { title: string; tags: readonly { name: string }[] }[]).map(({ title, tags }) => [
    title,
    ...tags.map(({ name }) => name),
  ])
}

describe('a mock of a Strapi 5 project', () => {
  let mock: MockContentApi
  const server = setupServer()
  beforeAll(async () => {
    mock = await mockContentApi({
      project,
      baseURL,
      config: { log: { level: 'silent' }, beside: { timeZone: 'UTC' } },
      users: [ada],
      entries: {
        'api::article.article': [
          { documentId: 'first', title: 'First', kind: 'news', tags: ['red'] },
          { documentId: 'first', locale: 'fr', title: 'Premier', kind: 'news' },
          { title: 'Later', kind: 'news', status: 'draft' },
        ],
        'api::tag.tag': [{ documentId: 'red', name: 'Red' }],
      },
    })
    server.use(...mock.handlers)
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterAll(async () => {
    server.close()
    await mock.close()
  })

  it('has the entries with their links, drafts and locales, and allows every request', async () => {
    expect(await titles()).toEqual([['First', 'Red']])
    expect(await titles('&status=draft')).toEqual([['First', 'Red'], ['Later']])
    expect(await titles('&locale=fr')).toEqual([['Premier']])
    const created = await send('POST', '/api/articles', { data: { title: 'Second', kind: 'news', tags: ['red'] } })
    expect(created.status).toBe(201)
    expect(await titles()).toEqual([
      ['First', 'Red'],
      ['Second', 'Red'],
    ])
  })

  it('signs users in, keeps files in memory, and answers GraphQL', async () => {
    const { body } = await send('POST', '/api/auth/local', { identifier: 'ada', password: 'Passw0rd!' })
    expect((await send('GET', '/api/users/me', undefined, body.jwt)).body).toMatchObject({ username: 'ada' })
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(png(4, 4))], { type: 'image/png' }), 'dot.png')
    const uploaded = await fetch(`${baseURL}/api/upload`, { method: 'POST', body: form })
    const [file] = (await uploaded.json()) as readonly { url: string }[]
    expect((await fetch(`${baseURL}${file?.url}`)).headers.get('content-type')).toBe('image/png')
    const query = '{ articles(sort: "title") { documentId title tags { name } } }'
    expect((await send('POST', '/graphql', { query })).body.data).toMatchObject({
      articles: [{ documentId: 'first', title: 'First', tags: [{ name: 'Red' }] }, { title: 'Second' }],
    })
  })

  it('restores its first state, and adds entries until then', async () => {
    await mock.add({ 'api::article.article': [{ title: 'Added', kind: 'news' }] })
    expect((await titles()).map(([title]) => title)).toContain('Added')
    await mock.reset()
    expect(await titles()).toEqual([['First', 'Red']])
    await expect(mock.add({ 'api::article.article': [{ titel: 'x' }] })).rejects.toThrow(
      'entries["api::article.article"][0]: Invalid key titel',
    )
  })

  it('allows what permissions name', async () => {
    const config = { log: { level: 'silent' }, beside: { timeZone: 'UTC' } } as const
    const permissions = { public: ['api::tag.tag.find'] }
    const strict = await mockContentApi({ project, baseURL, config, permissions })
    const statusOf = async (api: ContentApi, path: string) =>
      (await api.fetch(new Request(`http://localhost${path}`))).status
    expect(await statusOf(strict.api, '/api/tags')).toBe(200)
    expect(await statusOf(strict.api, '/api/articles')).toBe(403)
    await strict.close()
  })
})
