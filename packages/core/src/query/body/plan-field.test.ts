import { createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { strict } from '../../../../server/test/support/plan-context.js'
import { field, plan, problems, rejection, title } from '../../../../server/test/engine/write/plans.js'
import { planWrite } from './plan-write.js'

describe('required values', () => {
  it('must be in the body of a create', () => {
    expect(problems({})).toEqual(['title: title must be defined.'])
    expect(problems({ title: null })).toEqual(['title: title is required and must not be null'])
  })

  it('may be empty strings', () => {
    expect(field(plan({ name: '' }, { type: 'tag' }), 'name')).toBe('')
  })

  it('may be absent from an update, but not null', () => {
    expect(plan({}, { type: 'tag', action: 'update' }).fields).toEqual([])
    expect(problems({ name: null }, { type: 'tag', action: 'update' })).toEqual([
      'name: name is required and must not be null',
    ])
  })

  it('apply to relations and components, but not to media, as in Strapi 4.26', () => {
    const complete = { name: 'n', picture: 1, tag: 1, seo: { metaTitle: 'm' } }
    expect(plan(complete, { type: 'promise' }).links).toHaveLength(3)
    expect(problems({}, { type: 'promise' })).toHaveLength(3)
    expect(problems({ ...complete, tag: { set: [] }, picture: [], seo: null }, { type: 'promise' })).toEqual([
      'tag: tag is required and must not be emptied',
      'seo: seo is required and must not be null',
    ])
    const { picture: _none, ...others } = complete
    for (const picture of [undefined, null, []]) {
      const links = picture === undefined ? 2 : 3
      expect(plan({ ...others, ...(picture !== undefined && { picture }) }, { type: 'promise' }).links).toHaveLength(
        links,
      )
    }
  })

  it('may be absent from new components in an update', () => {
    const [seo] = plan({ seo: { key: 'k' } }, { action: 'update' }).links
    expect(seo).toMatchObject({ items: [{ id: null, fields: [{ name: 'key' }, { name: 'noIndex', value: false }] }] })
  })
})

describe('scalar attributes', () => {
  it.each([
    ['rating', '7', 7],
    ['views', '9000000000000000000', '9000000000000000000'],
    ['extra', { a: [1] }, '{"a":[1]}'],
    ['extra', null, null],
    ['list', [1], '[1]'],
    ['publishTime', '10:30:15', '10:30:15.000'],
    ['publishDate', '2024-05-06T23:30:00.000Z', '2024-05-06'],
    ['stampedAt', 1704067200000, '1704067200000'],
    ['code', '', ''],
    ['kind', null, null],
    ['score', '0.10', 0.1],
    ['score', '+00.30000000000000004', 0.30000000000000004],
    ['score', '1.250e-3', 0.00125],
    ['score', '.0', 0],
  ])('%s accepts %j', (name, input, stored) => {
    expect(field(plan({ title, [name]: input }), name)).toEqual(stored)
  })

  it.each([
    ['title', 'x'.repeat(61), 'title must be at most 60 characters'],
    ['title', 5, 'title must be a `string` type, but the final value was: `5`.'],
    ['code', 'bad', 'code must match the following: "/^[A-Z]{2}-[0-9]+$/"'],
    ['code', `AA-${'1'.repeat(640)}`, 'code must be at most 640 characters, because it is indexed'],
    ['slug', 'x'.repeat(641), 'slug must be at most 640 characters, because it is indexed'],
    ['slug', 'a b', 'slug must match the following: "/^[A-Za-z0-9-_.~]*$/"'],
    ['secret', '12345', 'secret must be at least 6 characters'],
    ['rating', 0, 'rating must be greater than or equal to 1'],
    ['rating', 1.5, 'rating must be an integer'],
    ['views', '9000000000000000001', 'views must be less than or equal to 9000000000000000000'],
    ['score', 1.1, 'score must be less than or equal to 1'],
    [
      'score',
      '0.1234567890123456789',
      'score has more digits than a number can hold: "0.1234567890123456789" would become 0.12345678901234568. Send that, or store a string',
    ],
    ['featured', 'yes', 'featured must be a `boolean` type, but the final value was: `"yes"`.'],
    ['title', 'a\u0000b', 'title must not contain NUL characters or unpaired surrogates'],
  ])('%s rejects %j', (name, input, message) => {
    expect(problems({ title, [name]: input })).toEqual([`${name}: ${message}`])
  })

  it.each([
    ['publishDate', 'yesterday'],
    ['publishTime', '10:30'],
    ['eventAt', 'soon'],
  ])('%s rejects %j without details, as in Strapi 4.26', (name, input) => {
    expect(rejection({ title, [name]: input }).details).toEqual({})
    expect(problems({ title: 'x', [name]: input })).toHaveLength(2)
  })

  it('get their default on create when they are absent, not when they are null', () => {
    expect(field(plan({ title }), 'rating')).toBe(5)
    expect(field(plan({ title, rating: null }), 'rating')).toBeNull()
    expect(plan({ title }, { action: 'update' }).fields).toHaveLength(1)
  })

  it('keep passwords in a separate list until they are hashed', () => {
    const written = plan({ title, secret: '123456' })
    expect(written.secrets).toMatchObject([{ name: 'secret', value: '123456' }])
    expect(field(written, 'secret')).toBeUndefined()
    expect(field(plan({ title, secret: null }), 'secret')).toBeNull()
  })

  it('keep default passwords in this list, too', () => {
    const registry = createRegistry({
      contentTypes: {
        'api::door.door': {
          info: { singularName: 'door', pluralName: 'doors', displayName: 'Door' },
          attributes: { code: { type: 'password', default: 'open sesame' } },
        },
      },
    })
    const context = { ...strict, registry }
    const written = planWrite(registry.contentType('api::door.door'), {}, { action: 'create', context })
    expect(written.secrets).toMatchObject([{ name: 'code', value: 'open sesame' }])
    expect(written.fields).toEqual([])
  })
})

describe('uids', () => {
  it('are generated from their target field on create', () => {
    expect(plan({ title: 'Déjà vu, again!' }).generated).toMatchObject([
      { name: 'slug', base: 'deja-vu-again', maximum: 640 },
    ])
    expect(plan({ title: '日本語' }).generated).toMatchObject([{ base: 'article' }])
  })

  it('are not generated for a body with a uid or null, or for an update', () => {
    expect(plan({ title, slug: null }).generated).toEqual([])
    expect(plan({ title, slug: 'mine' }).generated).toEqual([])
    expect(plan({ title }, { action: 'update' }).generated).toEqual([])
  })
})
