import { readFile } from 'node:fs/promises'

/** The account of a new database. */
export const demo = { username: 'demo', email: 'demo@example.org', password: 'correct horse' }

const paragraph = (text) => [{ type: 'paragraph', children: [{ type: 'text', text }] }]

/**
 * Creates articles, files and an account in a service without content, over HTTP: this server, Strapi 4 or
 * Strapi 5.
 *
 * @param url the address of the service
 * @param token an API token with full access
 * @param strapi 5 for Strapi 5, which has another way to create drafts
 * @throws Error with the response of a request that fails
 */
export async function addContent({ url, token, strapi }) {
  const request = async (path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  const form = new FormData()
  const picture = await readFile(new URL('bridge.png', import.meta.url))
  form.append('files', new File([picture], 'bridge.png', { type: 'image/png' }))
  form.append('fileInfo', JSON.stringify({ name: 'bridge.png', alternativeText: 'A bridge in the fog' }))
  const [{ id: bridge }] = await request('/api/upload', form)

  const published = (data) => request('/api/articles', { data })
  await published({
    title: 'The long way home',
    slug: 'the-long-way-home',
    body: paragraph('We went <north>.'),
    cover: bridge,
    sections: [
      { __component: 'sections.quote', text: 'Every road leads somewhere.', author: 'Ada' },
      { __component: 'sections.picture', image: bridge, caption: 'The only way across' },
    ],
  })
  await published({ title: 'A short stay', slug: 'a-short-stay', body: paragraph('We left on Monday.') })
  const draft = { title: 'Still being written', slug: 'still-being-written', body: paragraph('A draft.') }
  if (strapi === 5) await request('/api/articles?status=draft', { data: draft })
  else await request('/api/articles', { data: { ...draft, publishedAt: null } })
  await request('/api/auth/local/register', demo)
}
