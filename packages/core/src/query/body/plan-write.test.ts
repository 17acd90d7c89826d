import { describe, expect, it } from 'vitest'
import { field, plan, problems, rejection, times, title } from '../../../../server/test/engine/write/plans.js'

describe('the data of a body', () => {
  it.each([undefined, null, 'x', 5, true])('is reported as missing when it is %j', (data) => {
    expect(rejection(data)).toEqual({
      status: 400,
      name: 'ValidationError',
      message: 'Missing "data" payload in the request body',
      details: {},
    })
  })

  it('must not be an array', () => {
    expect(problems([{ title }])[0]).toMatch(/^: data must be an object/)
  })

  it('is reported with all its problems, in the order of the model', () => {
    expect(problems({ rating: 99, title: 'x', kind: 'zzz', contactEmail: 'nope' })).toEqual([
      'title: title must be at least 3 characters',
      'kind: kind must be one of the following values: news, opinion, review',
      'contactEmail: contactEmail must be a valid email',
      'rating: rating must be less than or equal to 10',
    ])
    expect(rejection({ rating: 99, title: 'x' }).message).toBe('2 errors occurred')
  })

  it('is reported with a limited number of problems', () => {
    const tags = Array.from({ length: 300 }, () => null)
    const reported = problems({ title, tags })
    expect(reported).toHaveLength(101)
    expect(reported.at(-1)).toBe(': and 200 more')
  })
})

describe('unknown attributes', () => {
  it('are rejected with a suggestion', () => {
    expect(problems({ title, titel: 'x', seo: { metaTitle: 'm', metaTitel: 'x' } })).toEqual([
      'seo.metaTitel: seo.metaTitel is not an attribute of shared.seo. Did you mean metaTitle?',
      'titel: titel is not an attribute of article. Did you mean title?',
    ])
  })

  it.each(['data', 'attributes'])('named %s are named as a wrapper of the attributes', (key) => {
    expect(problems({ title, [key]: { title } })).toEqual([
      `${key}: ${key} is not an attribute of article: leave out "${key}", and send the attributes inside it instead`,
    ])
    expect(problems({ title, seo: { metaTitle: 'm', [key]: {} } })[0]).not.toContain('leave out')
    expect(problems({ title, [key]: 'x' })[0]).not.toContain('leave out')
  })

  it('are rejected without suggesting a private attribute', () => {
    expect(problems({ title, internalNot: 'x' })).toEqual(['internalNot: internalNot is not an attribute of article'])
  })

  it('are ignored in lenient mode, even names of prototype properties', () => {
    const body = JSON.parse('{"title":"A title","nope":1,"constructor":{"a":1},"__proto__":{"title":5}}')
    const { fields } = plan(body, { strict: false })
    expect(fields.map(({ name }) => name)).toEqual(['title', 'kind', 'rating', 'featured', 'publishedAt'])
  })

  it('are rejected when they have the name of a prototype property', () => {
    expect(problems({ title, constructor: { a: 1 } })).toHaveLength(1)
  })

  it('are counted in the error, not all named, when there are many', () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 1]))
    expect(problems({ title, ...body }).at(-1)).toBe(': 4980 more keys are not attributes of article')
  })

  it('do not include the read-only members that clients send back', () => {
    const read = { id: 9, createdAt: 'x', updatedAt: 'x', createdBy: 1, updatedBy: 1, localizations: [1] }
    const { fields, links } = plan({ title, ...read })
    expect(fields.map(({ name }) => name)).not.toContain('createdAt')
    expect(links).toEqual([])
  })
})

describe('drafts', () => {
  it('result from a null publishedAt, or from an absent one if creates do not publish by default', () => {
    expect(plan({ publishedAt: null })).toMatchObject({ publication: 'draft', incomplete: [] })
    expect(plan({ title }, { publishByDefault: false })).toMatchObject({ publication: 'draft' })
    expect(field(plan({ title }, { publishByDefault: false }), 'publishedAt')).toBeNull()
  })

  it('must be complete unless the body sets publishedAt to null', () => {
    expect(problems({ seo: {} }, { publishByDefault: false })).toEqual([
      'title: title must be defined.',
      'seo.metaTitle: seo.metaTitle must be defined.',
    ])
  })

  it('skip the rules that only apply to published entries', () => {
    expect(problems({ title: 'x', rating: 99, kind: 'zzz', seo: {}, publishedAt: null })).toEqual([
      'kind: kind must be one of the following values: news, opinion, review',
      'rating: rating must be less than or equal to 10',
    ])
    expect(problems({ links: times(5, {}), publishedAt: null })).toEqual([
      'links: links field must have less than or equal to 4 items',
    ])
  })

  it('are only known from the stored entry if an update has no publishedAt, so problems are deferred', () => {
    const written = plan({ title: 'x', seo: { metaTitle: null } }, { action: 'update' })
    expect(written.publication).toBe('unchanged')
    expect(written.incomplete).toEqual([
      { path: ['title'], message: 'title must be at least 3 characters' },
      { path: ['seo', 'metaTitle'], message: 'seo.metaTitle is required and must not be null' },
    ])
  })

  it('are published by a date in publishedAt', () => {
    const written = plan({ publishedAt: '2024-06-01T02:00:00+02:00' }, { action: 'update' })
    expect(written.publication).toBe('live')
    expect(field(written, 'publishedAt')).toBe('2024-06-01T00:00:00.000Z')
    // Storage reports missing values together with those that the stored entry lacks.
    expect(plan({ title: 'x', publishedAt: 5 }, { action: 'update' }).incomplete).toHaveLength(1)
    expect(problems({ title: 'x', rating: 11, publishedAt: 5 }, { action: 'update' })).toHaveLength(2)
  })

  it.each(['', 'now', true, {}])('are not published by %j', (publishedAt) => {
    const error = rejection({ title, publishedAt })
    expect(error.details).toEqual({})
    expect(error.message).toMatch(/^Invalid format, expected a timestamp or an ISO date/)
  })

  it('are the exception: a create publishes with the time of the request', () => {
    const before = Date.now()
    const publishedAt = Date.parse(field(plan({ title }), 'publishedAt') as string)
    expect(publishedAt).toBeGreaterThanOrEqual(before)
    expect(publishedAt).toBeLessThanOrEqual(Date.now())
  })

  it('do not exist for a type without draftAndPublish', () => {
    expect(plan({ name: 'n' }, { type: 'tag' })).toMatchObject({ publication: 'live', incomplete: [] })
    expect(problems({ name: 'n', publishedAt: null }, { type: 'tag' })).toHaveLength(1)
  })
})

describe('locales', () => {
  it('are read from the body of a create', () => {
    expect(plan({ title }, { type: 'page' }).locale).toBe('en')
    expect(plan({ title, locale: 'fr' }, { type: 'page' }).locale).toBe('fr')
    expect(plan({ title, locale: null }, { type: 'page' }).locale).toBe('en')
    expect(plan({ title }).locale).toBeNull()
  })

  it('must be in the configuration', () => {
    expect(rejection({ title, locale: 'fre' }, { type: 'page' })).toMatchObject({
      name: 'ApplicationError',
      message: 'locale is not a locale of this project: "fre". Did you mean fr?',
    })
  })

  it("can't be changed: an update requires an entry with the locale of its body", () => {
    expect(plan({ locale: 'fr' }, { type: 'page', action: 'update' })).toMatchObject({ locale: 'fr', fields: [] })
    expect(plan({}, { type: 'page', action: 'update' })).toMatchObject({ locale: null, fields: [] })
  })
})
