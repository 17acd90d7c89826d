import { fileURLToPath } from 'node:url'
import { mockContentApi, type MockContentApi } from '@content-api/server/msw'
import { JSDOM } from 'jsdom'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ApiError, auth, createClient, graphql, type Progress, upload } from '../src/index.js'
import type { ContentTypes } from './fixtures/content-types.gen.js'

const baseURL = 'https://cms.example.org/content'
const newClient = () =>
  createClient<ContentTypes>({ baseURL }).with(auth<ContentTypes['user']>()).with(graphql()).with(upload())
const ada = { identifier: 'ada', password: 'correct horse' }
const reading = ['api::article.article', 'api::author.author', 'api::tag.tag'].map((type) => `${type}.find`)

/**
 * The client and the reference server in one process. Each confirms the other's interpretation of the
 * specification.
 */
describe('the client against a mocked service', () => {
  const server = setupServer()
  let content: MockContentApi

  beforeAll(async () => {
    content = await mockContentApi({
      baseURL,
      project: fileURLToPath(new URL('fixtures/project', import.meta.url)),
      users: [{ username: 'ada', email: 'ada@example.org', password: ada.password }],
      permissions: {
        public: reading,
        authenticated: [
          ...reading,
          'api::article.article.create',
          'api::article.article.update',
          'plugin::upload.content-api.upload',
          'plugin::users-permissions.user.me',
        ],
      },
      entries: {
        'api::author.author': [{ name: 'Ada' }],
        'api::tag.tag': [{ name: 'north' }, { name: 'west' }, { name: 'south' }],
        'api::article.article': [{ title: 'The long way home', author: 1, tags: [1, 2] }],
      },
    })
    server.use(...content.handlers)
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterEach(async () => {
    // msw restores the globals that it has replaced. After the stubs are gone, it would restore those.
    server.close()
    vi.unstubAllGlobals()
    server.listen({ onUnhandledRequest: 'error' })
    await content.reset()
  })
  afterAll(async () => {
    server.close()
    await content.close()
  })

  it('reads by REST and by GraphQL', async () => {
    const api = newClient()
    const { data, meta } = await api.collection('articles').find({
      filters: { author: { name: { $startsWith: 'A' } } },
      populate: { tags: { fields: ['name'], sort: ['name:desc'] } },
    })
    expect(data.map(({ tags }) => tags.map(({ name }) => name))).toEqual([['west', 'north']])
    expect(meta.pagination.total).toBe(1)
    const query = '{ articles { data { attributes { title author { data { attributes { name } } } } } } }'
    expect(await api.graphql(query)).toEqual({ articles: [{ title: 'The long way home', author: { name: 'Ada' } }] })
  })

  it('signs in, writes, moves relations and uploads', async () => {
    const api = newClient()
    const articles = api.collection('articles')
    await expect(articles.create({ title: 'Too early' })).rejects.toSatisfy((error) =>
      ApiError.is(error, 'ForbiddenError'),
    )
    await api.auth.login(ada)
    expect((await api.auth.me()).username).toBe('ada')
    const [file] = await api.upload(new File(['hello'], 'hello.txt', { type: 'text/plain' }))
    expect(await (await fetch(`${baseURL}${file?.url}`)).text()).toBe('hello')
    await expect(api.upload(Buffer.from('hello') as never)).rejects.toThrow(
      "files[0] is not a file. Wrap bytes in new File([bytes], 'name.png')",
    )
    await articles.update(1, { tags: { connect: [{ id: 3, position: { start: true } }] } })
    const tagged = await articles.first({ populate: { tags: { fields: ['name'] } } })
    expect(tagged?.tags.map(({ name }) => name)).toEqual(['south', 'north', 'west'])
    await expect(articles.create({ title: 'North', rating: 'five' as never })).rejects.toMatchObject({
      issues: [{ path: ['rating'] }],
    })
  })

  it('uploads with progress in a simulated browser', async () => {
    server.close()
    const { window } = new JSDOM('', { url: baseURL })
    for (const name of ['Blob', 'Document', 'document', 'File', 'FileReader', 'FormData', 'XMLHttpRequest']) {
      vi.stubGlobal(name, window[name])
    }
    // Again, so that msw also intercepts the requests of this XMLHttpRequest.
    server.listen({ onUnhandledRequest: 'error' })
    const api = newClient()
    await api.auth.login(ada)
    const progress: Progress[] = []
    const picture = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'fjord.svg', { type: 'image/svg+xml' })
    const [file] = await api.upload(picture, { onProgress: (sent) => progress.push(sent) })
    expect(file).toMatchObject({ name: 'fjord.svg', mime: 'image/svg+xml' })
    expect(await (await fetch(`${baseURL}${file?.url}`)).text()).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(progress).toEqual([
      { loaded: 0, total: picture.size },
      { loaded: picture.size, total: picture.size },
    ])
  })

  it('leaves no global of the simulated browser behind', () => {
    server.close()
    expect(globalThis).not.toHaveProperty('XMLHttpRequest')
    server.listen({ onUnhandledRequest: 'error' })
  })

  it('finds no changes of an earlier test after a reset', async () => {
    const api = newClient()
    await api.auth.login(ada)
    const articles = api.collection('articles')
    const tagsOfAll = async () => {
      const { data } = await articles.find({ populate: { tags: { fields: ['name'] } } })
      return data.map(({ tags }) => tags.map(({ name }) => name))
    }
    await articles.update(1, { tags: { connect: [3] } })
    await articles.create({ title: 'North' })
    expect(await tagsOfAll()).toEqual([['north', 'west', 'south'], []])
    await content.reset()
    expect(await tagsOfAll()).toEqual([['north', 'west']])
  })
})
