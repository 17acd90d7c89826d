import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { withToken } from '../../src/mcp/service-client.js'
import { writeProjectWithContent } from '../documents/served-documents.js'
import { type Assistant, assistantOf } from './connect-client.js'

let api: ContentApi
let assistant: Assistant

beforeAll(async () => {
  const { project } = await writeProjectWithContent('sqlite')
  const config = { log: { level: 'silent' }, beside: { timeZone: 'UTC' } } as const
  api = await createContentApi({ project, config, development: true })
  const fetch = withToken((request) => api.fetch(request), api.developmentToken ?? '')
  assistant = await assistantOf({ fetch, origin: 'http://127.0.0.1:1337' }, 'everything', true)
})
afterAll(() => api.close())

const dataOf = (text: string) => (JSON.parse(text) as { data: { documentId: string; title: string } }).data

it('the tools read and write documents of Strapi 5', async () => {
  const data = { title: 'Of an assistant', kind: 'news' }
  const { documentId } = dataOf(await assistant.use('create_entry', { type: 'articles', data, status: 'draft' }))
  expect(await assistant.fails('get_entry', { type: 'articles', id: documentId })).toContain('404')
  expect(await assistant.use('get_entry', { type: 'articles', id: documentId, status: 'draft' })).toContain(
    'Of an assistant',
  )
  await assistant.use('publish_entry', { type: 'articles', id: documentId })
  expect(await assistant.use('get_entry', { type: 'articles', id: documentId })).toContain('Of an assistant')
  await assistant.use('update_entry', { type: 'articles', id: documentId, status: 'draft', data: { title: 'Changed' } })
  const filters = { documentId }
  expect(await assistant.use('find_entries', { type: 'articles', filters })).toContain('Of an assistant')
  expect(await assistant.use('find_entries', { type: 'articles', filters, status: 'draft' })).toContain('Changed')
  await assistant.use('unpublish_entry', { type: 'articles', id: documentId })
  expect(await assistant.fails('get_entry', { type: 'articles', id: documentId })).toContain('404')
  await assistant.use('delete_entry', { type: 'articles', id: documentId })
  expect(await assistant.fails('get_entry', { type: 'articles', id: documentId, status: 'draft' })).toContain('404')
})
