import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { askGraphql } from '../support/ask-graphql.js'
import { databases } from '../../../../tests/support/postgres.js'
import { openReadingRoom } from '../support/reading-room.js'

describe.each(await databases())('GraphQL mutations on $name', ({ connection }) => {
  let api: ContentApi
  let ask: ReturnType<typeof askGraphql>

  beforeAll(async () => {
    api = await openReadingRoom(connection)
    ask = askGraphql(api)
  })
  afterAll(() => api.close())

  /** Returns the id of a created entry. */
  const made = (data: unknown): string => (Object.values(data as object)[0] as { data: { id: string } }).data.id

  it('create, update and delete, and return the entry', async () => {
    const { data } = await ask(
      'mutation { createTag(data: { name: "new", weight: 7 }) { data { id attributes { name weight } } } }',
    )
    const id = made(data)
    expect(data).toEqual({ createTag: { data: { id, attributes: { name: 'new', weight: 7 } } } })
    const update =
      'mutation ($id: ID!, $d: TagInput!) { updateTag(id: $id, data: $d) { data { attributes { name weight } } } }'
    expect(await ask(update, { id, d: { weight: null } })).toEqual({
      data: { updateTag: { data: { attributes: { name: 'new', weight: null } } } },
    })
    const remove = 'mutation ($id: ID!) { deleteTag(id: $id) { data { attributes { name } } } }'
    expect(await ask(remove, { id })).toEqual({ data: { deleteTag: { data: { attributes: { name: 'new' } } } } })
    expect(await ask(remove, { id })).toEqual({ data: { deleteTag: { data: null } } })
    expect(await ask(update, { id, d: { weight: 1 } })).toEqual({ data: { updateTag: { data: null } } })
  })

  it.each(['01', '1e0', ' 1', '+1', '0', '-1'])('change nothing for the id %j', async (id) => {
    const named = '{ data { attributes { name } } }'
    const change = `mutation ($id: ID!) { updateTag(id: $id, data: { name: "changed" }) ${named} }`
    expect(await ask(change, { id })).toEqual({ data: { updateTag: { data: null } } })
    const remove = `mutation ($id: ID!) { deleteTag(id: $id) ${named} }`
    expect(await ask(remove, { id })).toEqual({ data: { deleteTag: { data: null } } })
    const localize =
      'mutation ($id: ID!) { createArticleLocalization(id: $id, locale: "fr", data: { title: "x" }) { data { id } } }'
    const { errors = [] } = await ask(localize, { id })
    expect(errors[0]).toMatchObject({ message: 'Entity not found' })
    expect((await ask(`{ tag(id: 1) ${named} }`)).data).toEqual({ tag: { data: { attributes: { name: 'red' } } } })
  })

  it('create drafts unless the data publishes them', async () => {
    const draft = await ask('mutation { createAuthor(data: { name: "d" }) { data { id attributes { publishedAt } } } }')
    expect(draft.data).toMatchObject({ createAuthor: { data: { attributes: { publishedAt: null } } } })
    const live = await ask(
      'mutation ($id: ID!) { updateAuthor(id: $id, data: { publishedAt: "2024-06-01T00:00:00Z" }) { data { attributes { publishedAt } } } }',
      { id: made(draft.data) },
    )
    expect(live.data).toEqual({ updateAuthor: { data: { attributes: { publishedAt: '2024-06-01T00:00:00.000Z' } } } })
  })

  it('replace a relation by a list of ids', async () => {
    const created = await ask(
      'mutation { createArticle(data: { title: "rel", tags: [3, 1], category: 2 }) { data { id attributes { tags { data { id } } category { data { id } } } } } }',
    )
    expect(created.data).toMatchObject({
      createArticle: {
        data: { attributes: { tags: { data: [{ id: '3' }, { id: '1' }] }, category: { data: { id: '2' } } } },
      },
    })
    const updated = await ask(
      'mutation ($id: ID!) { updateArticle(id: $id, data: { tags: [2], category: null }) { data { attributes { tags { data { id } } category { data { id } } } } } }',
      { id: made(created.data) },
    )
    expect(updated.data).toEqual({
      updateArticle: { data: { attributes: { tags: { data: [{ id: '2' }] }, category: { data: null } } } },
    })
  })

  it('write components, and dynamic zones by __typename', async () => {
    const zone = [
      { __typename: 'ComponentBlocksGallery', title: 'g', links: [{ label: 'l' }] },
      { __typename: 'ComponentBlocksQuote', text: 't', author: 1 },
    ]
    const { data } = await ask(
      `mutation ($z: [ArticleZoneDynamicZoneInput!]) { createArticle(data: { title: "parts", seo: { metaTitle: "m" }, zone: $z }) {
        data { attributes { seo { metaTitle } zone { __typename ... on ComponentBlocksGallery { title links { label } } ... on ComponentBlocksQuote { text author { data { id } } } } } } } }`,
      { z: zone },
    )
    expect(data).toEqual({
      createArticle: {
        data: {
          attributes: {
            seo: { metaTitle: 'm' },
            zone: [
              { __typename: 'ComponentBlocksGallery', title: 'g', links: [{ label: 'l' }] },
              { __typename: 'ComponentBlocksQuote', text: 't', author: { data: { id: '1' } } },
            ],
          },
        },
      },
    })
  })

  it.each([
    ['{ text: "t" }', '. Send the name as __typename'],
    ['{ __component: "blocks.quote", text: "t" }', '. Send __typename: "ComponentBlocksQuote" instead of __component'],
    ['{ __component: "blocks.quot", text: "t" }', '. Send the name as __typename'],
    ['{ __typename: "ComponentBlockQuote", text: "t" }', ''],
  ])('say how a component of a dynamic zone names its type: %s', async (item, advice) => {
    const names = 'ComponentBlocksQuote, ComponentBlocksGallery'
    const { errors } = await ask(`mutation { createArticle(data: { title: "x", zone: [${item}] }) { data { id } } }`)
    expect(errors?.[0]?.message).toContain(`Component not found. expected one of: ${names}${advice}`)
  })

  it('name a wrong attribute of a component of a dynamic zone', async () => {
    const item = '{ __typename: "ComponentBlocksQuote", txt: "t" }'
    const { errors } = await ask(`mutation { createArticle(data: { title: "x", zone: [${item}] }) { data { id } } }`)
    expect(JSON.stringify(errors)).toContain('zone[0].txt is not an attribute of blocks.quote')
  })

  it('accept data that a client read before, unless its components belong to another entry', async () => {
    const create =
      'mutation ($s: ComponentSharedSeoInput) { createArticle(data: { title: "copy", seo: $s }) { data { attributes { seo { id metaTitle } } } } }'
    const seo = { id: '900000', metaTitle: 'm' }
    const { data } = await ask(create, { s: seo })
    const own = (data as { createArticle: { data: { attributes: { seo: typeof seo } } } }).createArticle.data.attributes
    expect(own.seo).toEqual({ id: expect.not.stringMatching(/^900000$/), metaTitle: 'm' })
    const { errors } = await ask(create, { s: own.seo })
    expect(errors?.[0]).toMatchObject({
      message: 'seo.id is the id of a component of another entry. Leave it out to create a new component',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  it('create localizations, and write single types by locale', async () => {
    const { data } = await ask(
      'mutation { createArticleLocalization(id: 2, locale: "fr", data: { title: "Bravo fr" }) { data { attributes { locale title publishedAt localizations(publicationState: PREVIEW) { data { id } } } } } }',
    )
    expect(data).toEqual({
      createArticleLocalization: {
        data: {
          attributes: { locale: 'fr', title: 'Bravo fr', publishedAt: null, localizations: { data: [{ id: '2' }] } },
        },
      },
    })
    const single = await ask(
      'mutation { updateHomepage(locale: "fr", data: { headline: "Bonjour" }) { data { attributes { headline locale } } } }',
    )
    expect(single.data).toEqual({ updateHomepage: { data: { attributes: { headline: 'Bonjour', locale: 'fr' } } } })
    const gone = 'mutation { deleteHomepage(locale: "fr") { data { attributes { headline } } } }'
    expect((await ask(gone)).data).toEqual({ deleteHomepage: { data: { attributes: { headline: 'Bonjour' } } } })
    expect(await ask(gone)).toMatchObject({
      data: { deleteHomepage: null },
      errors: [{ message: 'Entity not found', extensions: { code: 'STRAPI_NOT_FOUND_ERROR' } }],
    })
  })

  it('keep all digits of 64-bit integers', async () => {
    const written = 'mutation ($v: Long) { createSpecimen(data: { big: $v }) { data { attributes { big } } } }'
    const big = async (v: unknown) => (await ask(written, { v })).data
    expect(await big('9223372036854775807')).toEqual({
      createSpecimen: { data: { attributes: { big: '9223372036854775807' } } },
    })
    expect(await big(12)).toEqual({ createSpecimen: { data: { attributes: { big: 12 } } } })
    const literal = await ask(
      'mutation { createSpecimen(data: { big: 9223372036854775807 }) { data { attributes { big } } } }',
    )
    expect(literal.data).toEqual({ createSpecimen: { data: { attributes: { big: '9223372036854775807' } } } })
  })

  it('run in order, each in its own transaction', async () => {
    const { data, errors } = await ask(
      'mutation { a: createTag(data: { name: "m1" }) { data { id } } b: createTag(data: {}) { data { id } } c: createTag(data: { name: "m3" }) { data { id } } }',
    )
    const { a, b, c } = data as { a: { data: { id: string } }; b: null; c: { data: { id: string } } }
    expect(b).toBeNull()
    expect(Number(c.data.id)).toBeGreaterThan(Number(a.data.id))
    expect(errors).toEqual([
      {
        message: 'name must be defined.',
        locations: [{ line: 1, column: 63 }],
        path: ['b'],
        extensions: {
          code: 'BAD_USER_INPUT',
          error: {
            name: 'ValidationError',
            message: 'name must be defined.',
            details: { errors: [{ path: ['name'], message: 'name must be defined.', name: 'ValidationError' }] },
          },
        },
      },
    ])
  })

  it('write nothing when the selection of the response is invalid', async () => {
    const count = async () => ((await ask('{ tags { meta { pagination { total } } } }')).data as { tags: unknown }).tags
    const before = await count()
    const { errors } = await ask(
      'mutation { createTag(data: { name: "x" }) { data { attributes { articles(sort: "nope") { data { id } } } } } }',
    )
    expect(errors?.[0]?.message).toContain('Invalid parameter nope')
    expect(await count()).toEqual(before)
  })

  it('report a required value that an entry lacks, and return null for its attributes', async () => {
    const { data } = await ask(
      'mutation { createArticle(data: { summary: "untitled", seo: {}, publishedAt: null }) { data { id attributes { summary } } } }',
    )
    const id = made(data)
    const lacks = (field: string) =>
      `${field} is required, but the entry api::article.article ${id} has no value for it. Set it, or make the attribute optional`
    const error = (query: string, field: string, path: readonly (string | number)[]) => ({
      message: lacks(field),
      locations: [{ line: 1, column: query.lastIndexOf(` ${String(path.at(-1))} `) + 2 }],
      path,
      extensions: {
        code: 'STRAPI_APPLICATION_ERROR',
        error: { name: 'ApplicationError', message: lacks(field), details: {} },
      },
    })
    const list = `articles(publicationState: PREVIEW, filters: { id: { in: [${id}, 1] } }, sort: "id")`
    const titles = `{ ${list} { data { id attributes { title } } } }`
    expect(await ask(titles)).toEqual({
      data: {
        articles: {
          data: [
            { id: '1', attributes: { title: 'Alpha' } },
            { id, attributes: null },
          ],
        },
      },
      errors: [error(titles, 'Article.title', ['articles', 'data', 1, 'attributes', 'title'])],
    })
    // The null of a component ends at the component.
    const components = `{ ${list} { data { attributes { summary seo { noIndex metaTitle } } } } }`
    const { data: read, errors } = await ask(components)
    expect(errors).toEqual([
      error(components, 'ComponentSharedSeo.metaTitle', ['articles', 'data', 1, 'attributes', 'seo', 'metaTitle']),
    ])
    expect(read).toMatchObject({ articles: { data: [{}, { attributes: { summary: 'untitled', seo: null } }] } })
    // A mutation returns its text from the row.
    const update = `mutation { updateArticle(id: ${id}, data: { summary: "still" }) { data { id attributes { title } } } }`
    expect(await ask(update)).toEqual({
      data: { updateArticle: { data: { id, attributes: null } } },
      errors: [error(update, 'Article.title', ['updateArticle', 'data', 'attributes', 'title'])],
    })
    await ask(`mutation { deleteArticle(id: ${id}) { data { id } } }`)
  })

  it('accept files only from multipart requests', async () => {
    const forged = { field: '0', name: 'passwd', path: '/etc/passwd', size: 10, head: {} }
    const { errors, data } = await ask('mutation ($f: Upload!) { upload(file: $f) { data { id } } }', { f: forged })
    expect(data).toBeUndefined()
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })
})
