import { describe, expect, it } from 'vitest'
import type { Fetch } from '../target/injected-fetch.js'
import { diffServices, type TypeDiff } from './diff-services.js'

interface Article {
  readonly slug: string
  readonly title: string
  readonly locale: string
  readonly isDraft?: true
  readonly tags: readonly string[]
  readonly steps: readonly string[]
  readonly data?: unknown
}

const articles: readonly Article[] = [
  { slug: 'one', title: 'First', locale: 'en', tags: ['b', 'a'], steps: ['mix', 'bake'], data: { id: 1, a: 2 } },
  { slug: 'one-fr', title: 'Premier', locale: 'fr', tags: [], steps: [] },
  { slug: 'two', title: 'Second', locale: 'en', isDraft: true, tags: ['a'], steps: ['wait'] },
  { slug: 'three', title: 'Second', locale: 'en', tags: [], steps: [] },
]

interface Query {
  readonly parameters: URLSearchParams
  readonly populated: boolean
  /** Whether components in components, and relations in components, are populated. */
  readonly deep: boolean
}

type Page = (query: Query) => readonly unknown[]

/** A service with one type, in pages of two entries. */
function serve(page: Page, status = 200): Fetch {
  return (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    const { searchParams: parameters } = url
    if (url.pathname !== '/api/articles' || status !== 200)
      return Promise.resolve(Response.json({ error: { status } }, { status: status === 200 ? 404 : status }))
    const populated = [...parameters.keys()].some((key) => key.startsWith('populate'))
    const deep = parameters.has('populate[steps][populate]')
    const all = page({ parameters, populated, deep })
    const at = Number(parameters.get('pagination[page]') ?? 1) - 1
    const pagination = { page: at + 1, pageSize: 2, pageCount: Math.max(1, Math.ceil(all.length / 2)) }
    return Promise.resolve(Response.json({ data: all.slice(2 * at, 2 * at + 2), meta: { pagination } }))
  }
}

const own = ({ slug, title, locale, data = null }: Article) => ({ slug, title, locale, data })
const at = '2026-01-01T00:00:00.000Z'
const stepsOf = ({ steps }: Article, deep: boolean, first: number) =>
  steps.map((text, index) => ({
    id: first + index,
    text,
    ...(deep && { note: { id: first, text: `note on ${text}` } }),
  }))

function strapi4(content: readonly Article[]): Fetch {
  return serve(({ parameters, populated, deep }) => {
    const isShown = ({ isDraft, locale }: Article) =>
      (isDraft !== true || parameters.get('publicationState') === 'preview') &&
      (locale === 'en' || parameters.get('locale') === 'all')
    return content.filter(isShown).map((article, index) => ({
      id: index + 1,
      attributes: {
        ...own(article),
        createdAt: at,
        publishedAt: article.isDraft ? null : at,
        ...(populated && {
          tags: { data: article.tags.map((name, id) => ({ id, attributes: { name, createdAt: at } })) },
          steps: stepsOf(article, deep, 5),
        }),
      },
    }))
  })
}

function strapi5(content: readonly Article[]): Fetch {
  return serve(({ parameters, populated, deep }) => {
    const status = parameters.get('status')
    const shown = content.filter(
      ({ isDraft, locale }) =>
        (status === 'draft' || isDraft !== true) && (locale === 'en' || parameters.get('locale') === '*'),
    )
    return shown.map((article, index) => ({
      id: index + 40,
      documentId: `document-${article.slug}`,
      ...own(article),
      createdAt: '2027-01-01T00:00:00.000Z',
      publishedAt: status === 'draft' ? null : at,
      ...(populated && {
        tags: article.tags.toReversed().map((name, id) => ({ id: id + 9, documentId: `tag-${name}`, name })),
        steps: stepsOf(article, deep, 70),
      }),
    }))
  })
}

async function diff(before: Fetch, after: Fetch, type = 'articles'): Promise<TypeDiff> {
  const compared = diffServices(
    { url: 'http://old.example', fetch: before },
    { url: 'http://new.example', fetch: after },
    { types: [type] },
  )
  const { value } = await compared.next()
  return value as TypeDiff
}

const changed = (slug: string, change: Partial<Article>) =>
  articles.map((article) => (article.slug === slug ? { ...article, ...change } : article))
const without = (slug: string) => articles.filter((article) => article.slug !== slug)

describe('the content of a Strapi 4 and of the Strapi 5 that was made from it', () => {
  it('is the same although ids, times, the order of relations and the shape of responses differ', async () => {
    expect(await diff(strapi4(articles), strapi5(articles))).toEqual({
      type: 'articles',
      entries: { before: 4, after: 4 },
      findings: [],
    })
  })

  it('is compared in both directions, and between services of one version', async () => {
    expect((await diff(strapi5(articles), strapi4(without('two')))).findings).toHaveLength(1)
    expect((await diff(strapi4(articles), strapi4(articles))).findings).toEqual([])
    expect((await diff(strapi5(articles), strapi5(changed('one', { title: 'Other' })))).findings).toHaveLength(1)
  })

  it.each([
    ['a dropped entry', without('three'), [{ kind: 'missing', before: '/api/articles/4', locale: 'en' }]],
    ['a lost locale', without('one-fr'), [{ kind: 'missing', before: '/api/articles/2', locale: 'fr' }]],
    ['a lost draft', without('two'), [{ kind: 'missing', before: '/api/articles/3', locale: 'en' }]],
    [
      'a new entry',
      [...articles, { slug: 'new', title: 'New', locale: 'en', tags: [], steps: [] }],
      [{ kind: 'added', after: '/api/articles/document-new', locale: 'en' }],
    ],
  ])('shows %s', async (_title, after, findings) => {
    expect((await diff(strapi4(articles), strapi5(after))).findings).toEqual(findings)
  })

  it.each([
    ['a changed text', changed('one', { title: 'Fist' }), { name: 'title', before: '"First"', after: '"Fist"' }],
    ['a changed identifier', changed('one', { slug: 'eins' }), { name: 'slug', before: '"one"', after: '"eins"' }],
    [
      'changed JSON',
      changed('one', { data: { id: 2, a: 2 } }),
      { name: 'data', before: '{"a":2,"id":1}', after: '{"a":2,"id":2}' },
    ],
    ['a lost relation', changed('one', { tags: ['b'] }), expect.objectContaining({ name: 'tags' })],
    ['all relations lost', changed('one', { tags: [] }), expect.objectContaining({ name: 'tags', after: 'null' })],
    ['a reordered component', changed('one', { steps: ['bake', 'mix'] }), expect.objectContaining({ name: 'steps' })],
    [
      'an unpublished entry',
      changed('three', { isDraft: true }),
      { name: '(state)', before: 'published', after: 'draft' },
    ],
  ])('shows %s', async (_title, after, attribute) => {
    const { findings } = await diff(strapi4(articles), strapi5(after))
    expect(findings).toEqual([expect.objectContaining({ kind: 'different', attributes: [attribute] })])
  })

  it('shows a change in a component of a component', async () => {
    const after: Fetch = async (input) => {
      const response = await strapi5(articles)(input)
      return new Response((await response.text()).replace('note on bake', 'note on cake'), response)
    }
    expect((await diff(strapi4(articles), after)).findings).toEqual([
      expect.objectContaining({ before: '/api/articles/1', attributes: [expect.objectContaining({ name: 'steps' })] }),
    ])
  })
})

describe('relations of published entries to drafts', () => {
  const old: Fetch = serve(({ populated }) => [
    { id: 1, attributes: { title: 'a', publishedAt: at, ...(populated && { tags: { data: tagsOf('wrapped') } }) } },
  ])
  const now: Fetch = serve(({ populated }) => [
    { id: 8, documentId: 'a', title: 'a', publishedAt: at, ...(populated && { tags: tagsOf('flat').slice(0, 1) }) },
  ])
  const tagsOf = (shape: 'wrapped' | 'flat') =>
    [at, null].map((publishedAt, id) =>
      shape === 'flat'
        ? { id, documentId: `tag${id}`, name: `tag ${id}`, publishedAt }
        : { id, attributes: { name: `tag ${id}`, publishedAt } },
    )

  it('are left out if one service is a Strapi 5, which does not show them', async () => {
    expect((await diff(old, now)).findings).toEqual([])
    expect((await diff(now, old)).findings).toEqual([])
  })

  it('are compared between services of one version', async () => {
    const without: Fetch = serve(({ populated }) => [
      {
        id: 1,
        attributes: {
          title: 'a',
          publishedAt: at,
          ...(populated && { tags: { data: tagsOf('wrapped').slice(0, 1) } }),
        },
      },
    ])
    expect((await diff(old, without)).findings).toHaveLength(1)
  })
})

describe('a single type', () => {
  interface Home {
    readonly title: string
    readonly isDraft?: true
  }

  /** Serves one entry in each of its locales. */
  const home =
    (generation: 4 | 5, versions: Readonly<Record<string, Home>>): Fetch =>
    (input) => {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input))
      if (pathname === '/api/i18n/locales')
        return Promise.resolve(Response.json(['en', 'fr'].map((code) => ({ id: 1, code }))))
      const asked = searchParams.get('locale')
      const locale = asked === null || asked === 'all' || asked === '*' ? 'en' : asked
      const found = pathname === '/api/home' ? versions[locale] : undefined
      const withDrafts = searchParams.get('publicationState') === 'preview' || searchParams.get('status') === 'draft'
      if (!found || (found.isDraft && !withDrafts))
        return Promise.resolve(Response.json({ data: null, error: { status: 404 } }, { status: 404 }))
      const values = { title: found.title, locale, publishedAt: found.isDraft ? null : at }
      const data = generation === 4 ? { id: 1, attributes: values } : { id: 7, documentId: 'home', ...values }
      return Promise.resolve(Response.json({ data, meta: {} }))
    }
  const before = home(4, { en: { title: 'Welcome' }, fr: { title: 'Bienvenue' } })

  it('is compared in every locale', async () => {
    const same = home(5, { en: { title: 'Welcome' }, fr: { title: 'Bienvenue' } })
    expect(await diff(before, same, 'home')).toEqual({
      type: 'home',
      entries: { before: 2, after: 2 },
      findings: [],
    })
    const other = home(5, { en: { title: 'Welcome' }, fr: { title: 'Salut', isDraft: true } })
    const [path, attribute] = ['/api/home', { name: 'title', before: '"Bienvenue"', after: '"Salut"' }]
    const state = { name: '(state)', before: 'published', after: 'draft' }
    expect((await diff(before, other, 'home')).findings).toEqual([
      { kind: 'different', before: path, after: path, locale: 'fr', attributes: [state, attribute] },
    ])
  })

  it('may lack a locale, or have no entry on one side', async () => {
    expect((await diff(before, home(5, { en: { title: 'Welcome' } }), 'home')).findings).toEqual([
      { kind: 'missing', before: '/api/home', locale: 'fr' },
    ])
    const articlesOnly: Fetch = async (input) => {
      const response = await home(5, {})(input)
      return response.status === 404 ? strapi5(articles)(input) : response
    }
    const compared = diffServices(
      {
        url: 'http://old.example',
        fetch: async (input) => ((await before(input)).status === 404 ? strapi4(articles)(input) : before(input)),
      },
      { url: 'http://new.example', fetch: articlesOnly },
      { types: ['articles', 'home'] },
    )
    const found = []
    for await (const one of compared) found.push(one)
    expect(found.map(({ type, entries }) => ({ type, ...entries }))).toEqual([
      { type: 'articles', before: 4, after: 4 },
      { type: 'home', before: 2, after: 0 },
    ])
  })

  it('must exist in one of the services', async () => {
    await expect(diff(home(4, {}), home(5, {}), 'home')).rejects.toThrow('responds with 404')
  })
})

it('says what a token may not read, and which types are missing', async () => {
  const forbidden = serve(() => [], 403)
  await expect(diff(forbidden, strapi5(articles))).rejects.toThrow(/old\.example.*token/)
  const compared = diffServices({ url: 'http://old.example' }, { url: 'http://new.example' }, { types: [] })
  await expect(compared.next()).rejects.toThrow('Name the types')
})
