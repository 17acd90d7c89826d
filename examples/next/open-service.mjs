import { fileURLToPath } from 'node:url'
import { createContentApi } from '@content-api/server'

export const demo = { username: 'demo', email: 'demo@example.org', password: 'next-demo' }

const reading = ['api::article.article.find', 'api::article.article.findOne']

/** The permissions of visitors and of logged-in users. */
const permissions = {
  public: reading,
  authenticated: [
    ...reading,
    'api::article.article.create',
    'api::article.article.update',
    'plugin::users-permissions.user.me',
  ],
}

const paragraph = (text) => [{ type: 'paragraph', children: [{ type: 'text', text }] }]

const first = [
  { title: 'The long way home', body: paragraph('We went <north>.'), publishedAt: '2026-01-01T00:00:00.000Z' },
  { title: 'Still being written', body: paragraph('A draft.'), publishedAt: null },
]

/** Opens the service on a database. An empty one gets two articles, one of them a draft, and an account. */
export async function openService(database) {
  const project = fileURLToPath(new URL('cms', import.meta.url))
  const api = await createContentApi({ project, development: true, database, config: { permissions } })
  const response = await api.fetch(new Request('http://service/api/articles?publicationState=preview'))
  const { meta } = await response.json()
  if (meta.pagination.total === 0) {
    await api.importEntries(
      first.map((attributes, index) => {
        const slug = attributes.title.toLowerCase().replaceAll(' ', '-')
        return { type: 'api::article.article', id: index + 1, attributes: { ...attributes, slug } }
      }),
    )
    await api.accounts.createUser(demo)
  }
  return api
}
