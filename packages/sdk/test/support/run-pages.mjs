// Runs compiled pages of the documentation, one after the other, against a service mocked with msw.
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

const base = 'https://cms.example.org'
const author = { data: { id: 3, attributes: { name: 'Ada', team: { data: { id: 1, attributes: { name: 'Desk' } } } } } }
const image = {
  id: 12,
  attributes: { url: '/uploads/a.png', width: 800, formats: { small: { url: '/uploads/small_a.png', width: 400 } } },
}
const attributes = {
  title: 'The long way home',
  slug: 'the-one',
  author,
  cover: { data: image },
  tags: { data: [] },
  localizations: { data: [] },
  featured: { data: [] },
  seo: { id: 1, metaTitle: 'Home' },
  zone: [{ id: 1, __component: 'blocks.quote', text: 'We went north.' }],
}
const entry = { id: 1, attributes }
const user = { id: 1, username: 'ada', role: { id: 1, name: 'Authenticated' } }
const file = { id: 12, name: 'hello.txt' }
const pagination = { page: 1, pageSize: 25, pageCount: 1, total: 1 }
const tooShort = { path: ['title'], message: 'title must be at least 3 characters' }

const server = setupServer(
  http.post(`${base}/graphql`, () =>
    HttpResponse.json({ data: { articles: { data: [{ id: '1', attributes: { title: attributes.title } }] } } }),
  ),
  http.post(`${base}/api/auth/*`, () => HttpResponse.json({ jwt: 'a-jwt', user })),
  http.get(`${base}/api/auth/email-confirmation`, () => HttpResponse.json({ ok: true })),
  http.get(`${base}/api/auth/sessions`, () => HttpResponse.json({ data: [{ id: 'a', current: true }] })),
  http.post(`${base}/api/upload`, ({ request }) =>
    HttpResponse.json(new URL(request.url).searchParams.has('id') ? file : [file]),
  ),
  http.get(`${base}/api/upload/files`, () => HttpResponse.json([file])),
  http.delete(`${base}/api/upload/files/:id`, () => HttpResponse.json(file)),
  http.get(`${base}/api/users/me`, () => HttpResponse.json(user)),
  http.get(`${base}/api/users/count`, () => HttpResponse.json(1)),
  http.get(`${base}/api/users`, () => HttpResponse.json([user])),
  http.all(`${base}/api/homepage`, () => HttpResponse.json({ data: entry, meta: {} })),
  http.post(`${base}/api/:plural/:id/localizations`, () => HttpResponse.json({ id: 2, locale: 'fr' })),
  http.all(`${base}/api/:plural/:id`, () =>
    HttpResponse.json({ data: entry, meta: {} }, { headers: { 'entry-version': '8c5a0a4d5b61' } }),
  ),
  // The SDK's README uses the address of the server that the reader starts in the server's README.
  http.get('http://127.0.0.1:1337/api/articles', () => HttpResponse.json({ data: [entry], meta: { pagination } })),
  http.get(`${base}/api/:plural`, () => HttpResponse.json({ data: [entry], meta: { pagination } })),
  http.post(`${base}/api/:plural`, async ({ request }) => {
    const { data } = await request.json()
    if (data.title?.length !== 1) return HttpResponse.json({ data: entry, meta: {} })
    const error = { status: 400, name: 'ValidationError', message: tooShort.message, details: { errors: [tooShort] } }
    return HttpResponse.json({ data: null, error }, { status: 400 })
  }),
)
const document = {
  id: 7,
  documentId: 'a1b2c3d4e5f6g7h8i9j0k1l2',
  title: attributes.title,
  headline: 'Welcome',
  tags: [],
  zone: [],
  author: { id: 3, documentId: 'c1b2c3d4e5f6g7h8i9j0k1l2', name: 'Ada' },
  cover: { id: 12, documentId: 'b1b2c3d4e5f6g7h8i9j0k1l2', url: '/uploads/a.png' },
}
const strapi5 = 'https://strapi5.example.org/api'
server.use(
  http.post(`${strapi5}/auth/local`, () => HttpResponse.json({ jwt: 'a-jwt', refreshToken: 'a-token', user })),
  http.get(`${strapi5}/auth/sessions`, () => HttpResponse.json({ data: [{ id: 'a', current: true }] })),
  http.post(`${strapi5}/auth/logout`, () => HttpResponse.json({ ok: true })),
  http.post(`${strapi5}/upload`, () => HttpResponse.json([file], { status: 201 })),
  http.get(`${strapi5}/upload/files/page`, () => HttpResponse.json({ data: [file], meta: { pagination } })),
  http.get(`${strapi5}/i18n/locales`, () => HttpResponse.json([{ id: 1, code: 'en' }])),
  http.get(`${strapi5}/homepage`, () => HttpResponse.json({ data: document, meta: {} })),
  http.post(`${strapi5}/:plural/:id/unpublish`, () => HttpResponse.json({ data: null })),
  http.delete(`${strapi5}/:plural/:id`, () => new HttpResponse(null, { status: 204 })),
  http.all(`${strapi5}/:plural/:id`, () => HttpResponse.json({ data: document, meta: {} })),
  http.post(`${strapi5}/:plural`, () => HttpResponse.json({ data: document, meta: {} }, { status: 201 })),
  http.get(`${strapi5}/:plural`, () => HttpResponse.json({ data: [document], meta: { pagination } })),
)
server.listen({ onUnhandledRequest: 'error' })
for (const page of process.argv.slice(2)) {
  process.stdout.write(`# ${page.split('/').pop()}\n`)
  await import(page)
}
server.close()
