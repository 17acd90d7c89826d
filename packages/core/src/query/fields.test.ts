import { describe, expect, it } from 'vitest'
import { failure } from '../../../server/test/support/failure.js'
import { article, privileged, registry, strict, tag } from '../../../server/test/support/plan-context.js'
import { parseFields } from './fields.js'

const names = (raw: unknown) => parseFields(article, raw, strict).map(({ key }) => key)
const every = parseFields(article, undefined, strict).map(({ key }) => key)

describe('parseFields', () => {
  it('returns every readable attribute in the order of the schema', () => {
    expect(parseFields(tag, undefined, strict).map(({ key }) => key)).toEqual([
      'name',
      'color',
      'weight',
      'createdAt',
      'updatedAt',
    ])
    expect(every.slice(0, 3)).toEqual(['title', 'slug', 'code'])
    expect(every.slice(-4)).toEqual(['createdAt', 'updatedAt', 'publishedAt', 'locale'])
    for (const concealed of ['id', 'secret', 'internalNote', 'category', 'cover'])
      expect(every).not.toContain(concealed)
  })

  it('omits the creator attributes that only administrators may read', () => {
    const fields = parseFields(registry.contentType('admin::user'), '*', privileged).map(({ key }) => key)
    expect(fields).toEqual(['firstname', 'lastname', 'username', 'preferedLanguage', 'createdAt', 'updatedAt'])
  })

  it.each([
    ['title', ['title']],
    [
      ['title', 'kind'],
      ['title', 'kind'],
    ],
    [
      ['kind', 'title', 'kind'],
      ['kind', 'title'],
    ],
    [
      ['createdAt', 'publishedAt', 'locale'],
      ['createdAt', 'publishedAt', 'locale'],
    ],
    ['id', []],
    [['id', 'title'], ['title']],
    ['title ', ['title']],
    [null, every],
    ['*', every],
    [['*'], every],
    [['title', '*'], every],
  ])('returns the requested attributes for %j', (raw, expected) => {
    expect(names(raw)).toEqual(expected)
  })

  it.each([
    ['', 'Invalid parameter fields: it must be * or names, as in fields[0]=name'],
    [{ title: 'true' }, 'Invalid parameter fields: it must be * or names, as in fields[0]=name'],
    [[['title']], 'Invalid parameter fields: it must be an array of names'],
    [['title', ' '], 'Invalid parameter fields: it must be * or names, as in fields[0]=name'],
    [[''], 'Invalid parameter fields: it must be * or names, as in fields[0]=name'],
    ['nope', 'Invalid parameter nope'],
    [['title', 'nope'], 'Invalid parameter nope'],
    [['*', 'nope'], 'Invalid parameter nope'],
    ['titel', 'Invalid parameter titel. Did you mean title?'],
    ['title, kind', 'Invalid parameter title, kind: it is not a name; write fields[0]=title&fields[1]=kind'],
    ['internalNote', 'Invalid parameter internalNote'],
    ['secret', 'Invalid parameter secret'],
    ['createdBy', 'Invalid parameter createdBy. Did you mean createdAt?'],
    ['memo', 'Invalid parameter memo'],
    ['category', 'Invalid parameter category: it is of type relation; use populate instead of fields'],
    ['cover', 'Invalid parameter cover: it is of type media; use populate instead of fields'],
    ['category.name', 'Invalid parameter category.name'],
    ['toString', 'Invalid parameter toString'],
  ])('rejects %j', (raw, message) => {
    expect(failure(() => names(raw)).message).toBe(message)
  })
})
