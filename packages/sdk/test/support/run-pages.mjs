// Runs compiled pages of the documentation, one after the other. msw passes their requests to a server in memory, and
// answers for a Strapi 5.
import { mockContentApi } from '@content-api/server/msw'
import { setImmediate } from 'node:timers/promises'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

const base = 'https://cms.example.org'
const [project, ...pages] = process.argv.slice(2)
/** The storage of a browser, in which pages keep tokens. */
const stored = new Map()
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, value),
  removeItem: (key) => void stored.delete(key),
}

const token = 'the-token-of-the-pages'
const seo = { metaTitle: 'Home' }
const written = { title: 'The long way home', author: 3, seo }
/** A picture of 800 pixels. Its id is that of the pages. */
const picture = (id) => ({
  id,
  name: 'sea.png',
  hash: `a_${id}`,
  ext: '.png',
  mime: 'image/png',
  size: 1,
  url: '/uploads/a.png',
  width: 800,
  height: 600,
  provider: 'local',
  formats: {
    small: {
      url: '/uploads/small_a.png',
      width: 400,
      height: 300,
      hash: 'small_a',
      ext: '.png',
      mime: 'image/png',
      size: 1,
    },
  },
})

/** The server that the pages call, with the entries that they name. */
const content = await mockContentApi({
  baseURL: base,
  project,
  config: { i18n: { locales: ['en', 'fr'] }, auth: { sessions: {} } },
  users: [{ username: 'ada', email: 'ada@example.org', password: 'correct horse', confirmed: false }],
  tokens: [{ name: 'pages', type: 'full-access', accessKey: token }],
  entries: {
    'api::team.team': [{ name: 'Desk' }],
    'api::author.author': [{ id: 3, name: 'Ada', team: 1 }],
    'api::tag.tag': Array.from({ length: 8 }, (_, index) => ({ name: `Tag ${index + 1}` })),
    'plugin::upload.file': [picture(12), picture(13)],
    'api::article.article': [
      // The components of the article that the pages change have the ids 5 (seo) and 3 (links).
      ...[2, 3, 4, 5].map((id) => ({ id, ...written, publishedAt: null })),
      {
        id: 1,
        ...written,
        slug: 'the-one',
        kind: 'review',
        cover: 12,
        links: [{ label: 'One' }, { label: 'Two' }, { label: 'Three' }],
        zone: [{ __component: 'blocks.quote', text: 'We went north.' }],
      },
    ],
    'api::homepage.homepage': [{ headline: 'Welcome', seo }],
  },
})

/** Sends a request with the code of the last mail in place of the one on the page. */
async function sendWithCode(request) {
  while (content.mails.length === 0) await setImmediate()
  const [code] = /[0-9a-f]{40,}/.exec(JSON.stringify(content.mails.pop()))
  const body = request.method === 'GET' ? undefined : (await request.text()).replace('from-the-mail', code)
  return content.api.fetch(new Request(request.url.replace('from-the-mail', code), { ...pick(request), body }))
}

const pick = ({ method, headers }) => ({ method, headers })

/** Sends a request of the token on the pages, which is too short for a real one. */
function sendWithToken(request) {
  if (request.headers.get('authorization') !== 'Bearer an-api-token') return undefined
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  return content.api.fetch(new Request(request, { headers }))
}

const pagination = { page: 1, pageSize: 25, pageCount: 1, total: 1 }
const file = { id: 12, name: 'hello.txt' }
const user = { id: 1, username: 'ada', role: { id: 1, name: 'Authenticated' } }
const post = { id: 1, attributes: { title: 'A post', author: { data: { id: 1, attributes: { name: 'Ada' } } } } }
const article = {
  id: 1,
  attributes: { title: 'The long way home', author: { data: { id: 3, attributes: { name: 'Ada' } } } },
}

const server = setupServer(
  // The model of this page is written by hand.
  http.get(`${base}/api/posts`, () => HttpResponse.json({ data: [post], meta: { pagination } })),
  // The SDK's README uses the address of the server that the reader starts in the server's README.
  http.get('http://127.0.0.1:1337/api/articles', () => HttpResponse.json({ data: [article], meta: { pagination } })),
  http.post(`${base}/api/auth/reset-password`, ({ request }) => sendWithCode(request)),
  http.get(`${base}/api/auth/email-confirmation`, ({ request }) => sendWithCode(request)),
  http.all(`${base}/*`, ({ request }) => sendWithToken(request)),
  ...content.handlers,
)
const document = {
  id: 7,
  documentId: 'a1b2c3d4e5f6g7h8i9j0k1l2',
  title: 'The long way home',
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
for (const page of pages) {
  process.stdout.write(`# ${page.split('/').pop()}\n`)
  await content.reset()
  stored.clear()
  await import(page)
}
server.close()
await content.close()
