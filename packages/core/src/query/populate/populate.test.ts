import type { ContentType } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { failure } from '../../../../server/test/support/failure.js'
import {
  article,
  category,
  homepage,
  lenient,
  linksOf,
  menuItem,
  note,
  privileged,
  strict,
  writeCondition,
  writeMembers,
} from '../../../../server/test/support/plan-context.js'
import { parseQueryString } from '../../message/query-string.js'
import { QueryCounts } from '../query-counts.js'
import type { PlanContext } from '../plan-context.js'
import { parseEntryMembers } from './populate.js'
import { envelope, flat } from './response-form.js'

function read(type: ContentType, query: string, context: PlanContext = strict) {
  const raw = parseQueryString(query, { parameters: 1000, arrayItems: 1000 })
  return parseEntryMembers(type, raw, { context, counts: new QueryCounts(), publicationState: 'live' }, envelope)
}

/** Returns the links only, each with the names below it. */
function links(type: ContentType, query: string, context?: PlanContext): unknown {
  return writeMembers(read(type, `fields=id&${query}`, context))
}

const message = (type: ContentType, query: string, context?: PlanContext) =>
  failure(() => read(type, query, context)).message

const wholeCategory = { name: true, description: true, rank: true, createdAt: true, updatedAt: true }
const wholeTag = { name: true, color: true, weight: true, createdAt: true, updatedAt: true }
const wholeSeo = { metaTitle: true, metaDescription: true, noIndex: true }
const wholeLink = { label: true, url: true, target: true }

describe('forms of populate', () => {
  it.each([
    ['populate=category', { category: wholeCategory }],
    ['populate[0]=category&populate[1]=tags', { category: wholeCategory, tags: wholeTag }],
    ['populate=category&populate=tags', { category: wholeCategory, tags: wholeTag }],
    ['populate=tags, category', { category: wholeCategory, tags: wholeTag }],
    ['populate[5]=category', { category: wholeCategory }],
    ['populate[category]=true&populate[tags]=false', { category: wholeCategory }],
    ['populate[category]=t', { category: wholeCategory }],
    ['populate[category]=1', { category: wholeCategory }],
    ['populate[category]=0', {}],
    ['populate[category]=', {}],
    ['populate[category]', {}],
    ['populate', {}],
    ['populate=', {}],
    ['populate=false', {}],
    ['populate[seo][populate]=*', { seo: { ...wholeSeo, metaImage: expect.anything(), canonical: wholeLink } }],
    ['populate=seo.*', { seo: { ...wholeSeo, metaImage: expect.anything(), canonical: wholeLink } }],
    ['populate[0]=seo&populate[1]=seo.canonical', { seo: { ...wholeSeo, canonical: wholeLink } }],
    ['populate=seo.canonical', { seo: { ...wholeSeo, canonical: wholeLink } }],
    ['populate[category][fields][0]=name', { category: { name: true } }],
    ['populate[category][fields]=*', { category: wholeCategory }],
    [
      'populate[category][populate][articles][fields]=title',
      { category: { ...wholeCategory, articles: { title: true } } },
    ],
    [
      'populate[category][populate][0]=articles.tags&populate[category][fields]=id',
      { category: { articles: expect.objectContaining({ tags: wholeTag }) } },
    ],
    ['populate[tags][count]=true', { tags: 'count' }],
    ['populate[attachments][count]=true', { attachments: 'count' }],
    ['populate[tags][count]=false', { tags: wholeTag }],
    ['populate=localizations', { localizations: expect.objectContaining({ title: true, locale: true }) }],
  ])('populate the expected members for %s', (query, expected) => {
    expect(links(article, query)).toEqual(expected)
  })

  it('populate one level of everything with *, in the order of the schema', () => {
    const everything = links(article, 'populate=*') as Record<string, Record<string, unknown>>
    expect(Object.keys(everything)).toEqual([
      'cover',
      'attachments',
      'seo',
      'links',
      'zone',
      'category',
      'tags',
      'author',
      'detail',
      'mainTag',
      'wayTags',
      'related',
      'localizations',
    ])
    expect(everything.seo).toEqual(wholeSeo)
    expect(Object.keys(links(article, 'populate=*', privileged) as object)).toEqual(
      expect.arrayContaining(['memo', 'owner']),
    )
    expect(links(homepage, 'populate=*')).toMatchObject({ seo: wholeSeo, featured: { title: true } })
  })

  it('add paths to *', () => {
    expect(links(article, 'populate[0]=*&populate[1]=seo.canonical')).toMatchObject({
      seo: { canonical: wholeLink },
      tags: wholeTag,
    })
  })

  it('follow a relation to any depth', () => {
    const path = Array.from({ length: 60 }, () => 'parent')
    let members = read(menuItem, `populate=${path.join('.')}`)
    for (const name of path) {
      expect(linksOf(members)).toHaveLength(1)
      const [link] = linksOf(members)
      if (link?.kind !== 'linked') throw new Error(`${name} is missing`)
      members = link.members
    }
    expect(linksOf(members)).toEqual([])
    const bracketed = `populate${path.map((name) => `[${name}][populate]`).join('')}=children`
    expect(JSON.stringify(links(menuItem, bracketed))).toContain('children')
  })
})

describe('the rights of the caller', () => {
  it('hide relations to types that the caller may not find', () => {
    expect(links(article, 'populate[0]=memo&populate[1]=owner&populate[2]=category')).toEqual({
      category: wholeCategory,
    })
    expect(links(article, 'populate[memo][fields]=text&populate[memo][filters][nope]=1')).toEqual({})
    expect(links(article, 'populate=memo', privileged)).toEqual({ memo: expect.objectContaining({ text: true }) })
  })

  it('show only the attributes of users that are neither private nor passwords', () => {
    const { owner } = links(article, 'populate[owner][populate]=*', privileged) as Record<string, object>
    expect(Object.keys(owner ?? {})).toEqual([
      'username',
      'email',
      'provider',
      'confirmed',
      'blocked',
      'createdAt',
      'updatedAt',
      'role',
    ])
    expect(message(article, 'populate[owner][fields]=password', privileged)).toBe('Invalid parameter password')
    expect(message(article, 'populate[owner][sort]=password', privileged)).toBe('Invalid parameter password')
    expect(message(article, 'populate[owner][filters][password][$startsWith]=$2', privileged)).toBe(
      'Invalid parameter password',
    )
  })

  it('show creators only where the type has populateCreatorFields', () => {
    const creator = {
      firstname: true,
      lastname: true,
      username: true,
      preferedLanguage: true,
      createdAt: true,
      updatedAt: true,
    }
    expect(links(category, 'populate[0]=createdBy&populate[1]=updatedBy')).toEqual({
      createdBy: creator,
      updatedBy: creator,
    })
    expect(links(article, 'populate=createdBy', { ...lenient, can: () => true })).toEqual({})
    expect(message(article, 'populate=createdBy', privileged)).toMatch(/^Invalid parameter createdBy/)
    expect(links(category, 'fields=name&populate[createdBy][populate][0]=roles', lenient)).toMatchObject({
      createdBy: creator,
    })
  })
})

describe('populated rows', () => {
  const tags = (query: string, context?: PlanContext) => {
    const [link] = linksOf(read(article, query, context))
    if (link?.kind !== 'linked') throw new Error('tags are missing')
    return { ...link.rows, form: link.form, members: link.members }
  }

  it('are filtered, sorted and limited per parent', () => {
    const link = tags(
      'populate[tags][filters][name][$eq]=a&populate[tags][sort][0]=name:desc&populate[tags][start]=1&populate[tags][limit]=2',
    )
    expect(writeCondition(link.filters)).toBe('name $eq "a"')
    expect(link.sort).toMatchObject([{ name: 'name', direction: 'desc' }])
    expect([link.start, link.limit, link.form]).toEqual([1, 2, 'array'])
  })

  it('are not limited by default', () => {
    expect(tags('populate=tags')).toMatchObject({ filters: null, sort: [], start: 0, limit: null, locale: null })
    expect(tags('populate[tags][limit]=-1').limit).toBeNull()
    expect(tags('populate[tags][limit]=5000').limit).toBe(5000)
  })

  it('inherit the publication state unless they have their own', () => {
    expect(tags('populate[tags][populate]=articles').publicationState).toBe('live')
    const link = tags('populate[tags][publicationState]=preview&populate[tags][populate]=articles')
    expect(link.publicationState).toBe('preview')
    expect(linksOf(link.members)).toMatchObject([{ rows: { publicationState: 'preview' } }])
  })

  it('can be limited to one locale', () => {
    expect(linksOf(read(article, 'populate[related][locale]=fr'))).toMatchObject([{ rows: { locale: 'fr' } }])
    expect(linksOf(read(article, 'populate[related][locale]=all'))).toMatchObject([{ rows: { locale: null } }])
    expect(tags('populate[tags][locale]=fr').locale).toBeNull()
  })

  it.each([
    ['populate[tags][fields][0]=nope', 'Invalid parameter nope'],
    ['populate[tags][sort]=nope', 'Invalid parameter nope'],
    ['populate[tags][filters][nope]=1', 'Invalid parameter nope'],
    ['populate[tags][start]=x', "Invalid 'start' parameter. Expected an integer >= 0, received: x"],
    ['populate[tags][count]=maybe', 'Invalid parameter count: it must be true or false'],
    ['populate[tags][publicationState]=draft', 'Invalid parameter publicationState: it must be live or preview'],
    ['populate[links][filters][hidden]=a', 'Invalid parameter hidden'],
    ['populate[cover][fields]=nope', 'Invalid parameter nope'],
    [
      'populate=category&populate[tags]=true',
      'Invalid parameter populate: it must be either a list or an object; write populate[category]=true&populate[tags]=true',
    ],
    [
      'populate[0][tags]=true',
      'Invalid parameter populate: it must be either a list or an object; write populate[tags]=true',
    ],
  ])('are rejected with %s', (query, expected) => {
    for (const context of [strict, lenient]) expect(message(article, query, context)).toMatch(expected)
  })

  it.each([
    ['populate[tags][limit]=0', "Invalid 'limit' parameter. Expected an integer > 0, received: 0"],
    ['populate[tags][limit]=', "Invalid 'limit' parameter. Expected an integer > 0, received: "],
    ['populate[related][locale]=de', /^Invalid parameter locale: it must be all or one of en, fr/],
  ])('accept %s as no restriction in lenient mode, and reject it in strict mode', (query, expected) => {
    expect(message(article, query, strict)).toMatch(expected)
    expect(linksOf(read(article, query, lenient))).toMatchObject([{ rows: { limit: null, locale: null } }])
  })
})

describe('dynamic zones', () => {
  const quote = { text: true, stars: true }
  const gallery = { title: true }
  it.each([
    ['populate=zone', { 'blocks.quote': quote, 'blocks.gallery': gallery }],
    ['populate[zone]=true', { 'blocks.quote': quote, 'blocks.gallery': gallery }],
    [
      'populate[zone][populate]=*',
      {
        'blocks.quote': { ...quote, author: expect.anything() },
        'blocks.gallery': { ...gallery, images: expect.anything(), links: wholeLink },
      },
    ],
    ['populate=zone.links', { 'blocks.quote': quote, 'blocks.gallery': { ...gallery, links: wholeLink } }],
    ['populate[zone][on][blocks.quote]=true', { 'blocks.quote': quote }],
    ['populate[zone][on][blocks.quote]=false', {}],
    ['populate[zone][on][blocks.quote][fields][0]=text', { 'blocks.quote': { text: true } }],
    [
      'populate[zone][on][blocks.quote][populate][author][fields]=name',
      { 'blocks.quote': { ...quote, author: { name: true } } },
    ],
    [
      'populate[zone][on][blocks.gallery][populate]=*&populate[zone][on][blocks.quote]=true',
      { 'blocks.gallery': { ...gallery, images: expect.anything(), links: expect.anything() }, 'blocks.quote': quote },
    ],
  ])('populate the expected members for %s', (query, expected) => {
    const { zone } = links(article, query) as { zone: unknown }
    expect(zone).toEqual(expected)
  })

  it.each([
    [
      'populate[zone][fields]=text',
      'Invalid parameter text: it belongs to the component blocks.quote; write populate[zone][on][blocks.quote][fields][0]=text',
    ],
    [
      'populate[zone][fields][0]=id&populate[zone][fields][1]=title',
      'Invalid parameter title: it belongs to the component blocks.gallery; write populate[zone][on][blocks.gallery][fields][0]=title',
    ],
    ['populate[zone][fields]=nope', 'Invalid parameter nope'],
    ['populate[zone][sort]=text', 'Invalid parameter text'],
    [
      'populate[zone][filters][text]=a',
      'Invalid parameter text: it belongs to the component blocks.quote; write populate[zone][on][blocks.quote][filters][text]',
    ],
    ['populate[zone][filters][nope]=a', 'Invalid parameter nope'],
  ])('have no attributes of their own: %s', (query, expected) => {
    for (const context of [strict, lenient]) expect(message(article, query, context)).toBe(expected)
  })

  it.each([
    ['populate[zone][on][blocks.quote][filters][nope]=1', 'Invalid parameter nope'],
    ['populate[zone][on][blocks.quote][filters][text][$nope]=1', 'Invalid parameter $nope. Did you mean $ne?'],
  ])('reject unknown filters of a component: %s', (query, expected) => {
    for (const context of [strict, lenient]) expect(message(article, query, context)).toBe(expected)
  })

  it.each([
    ['populate[zone][on][shared.seo]=true', 'Invalid parameter shared.seo'],
    ['populate[zone][on][blocks.qoute]=true', 'Invalid parameter blocks.qoute. Did you mean blocks.quote?'],
    ['populate[zone][on]=*', /^Invalid parameter on: it must be an object/],
    ['populate[zone][on][blocks.quote]=true&populate[zone][populate]=*', /^Invalid parameter zone: it takes either on/],
    ['populate=zone.nope', 'Invalid parameter nope'],
    ['populate[zone][limit]=1', 'Invalid parameter limit'],
    ['populate[zone][on][blocks.quote][limit]=1', /^Invalid parameter limit/],
    ['populate[zone][on][blocks.quote][sort]=text', /^Invalid parameter sort/],
    ['populate[tags][on][blocks.quote]=true', /^Invalid parameter on: it is for dynamic zones/],
  ])('reject %s in strict mode', (query, expected) => {
    expect(message(article, query)).toMatch(expected)
    expect(() => read(article, query, lenient)).not.toThrow()
  })

  it('ignores any value of an unknown link in lenient mode', () => {
    const unknown = 'populate[fields][0]=title'
    expect(links(article, unknown, lenient)).toEqual({})
    expect(message(article, unknown, strict)).toMatch('Invalid parameter fields')
    expect(message(article, 'populate[tags][0]=name', lenient)).toMatch('Invalid parameter tags: it must be true')
  })

  it('return nothing for components that they do not have', () => {
    expect(links(article, 'populate[zone][on][shared.seo]=true', lenient)).toEqual({ zone: {} })
    expect(links(article, 'populate[zone][on]=*', lenient)).toEqual({ zone: {} })
  })
})

describe('relations to several types', () => {
  const types = (query: string, context?: PlanContext) =>
    Object.keys((links(note, query, context) as { subject: object }).subject)

  it('populate the types that the caller may find', () => {
    expect(types('populate=subject')).toEqual(
      expect.arrayContaining(['api::article.article', 'api::category.category']),
    )
    expect(types('populate=subject')).not.toContain('api::memo.memo')
    expect(types('populate=subject', privileged)).toContain('api::memo.memo')
    expect(types('populate=subject', privileged)).not.toContain('admin::user')
  })

  it('accept a strategy for each type', () => {
    expect(links(note, 'populate[subject][on][api::article.article][fields]=title')).toEqual({
      subject: { 'api::article.article': { title: true } },
    })
    expect(links(note, 'populate[subject][on][api::memo.memo]=true')).toEqual({ subject: {} })
    expect(message(note, 'populate[subject][on][api::articel.article]=true')).toMatch(
      /Did you mean api::article.article\?$/,
    )
    expect(links(note, 'populate[subject][on][admin::user]=true', privileged)).toEqual({ subject: {} })
  })

  it('share one strategy among all types, each with the named relations that it has', () => {
    expect(links(note, 'populate=subject.category')).toMatchObject({
      subject: { 'api::article.article': { category: wholeCategory }, 'api::tag.tag': wholeTag },
    })
    expect(message(note, 'populate=subject.nope')).toBe('Invalid parameter nope')
  })

  it('share fields among the types that have them', () => {
    expect(links(note, 'populate[subject][fields][0]=name&populate[subject][fields][1]=rank')).toMatchObject({
      subject: { 'api::tag.tag': { name: true }, 'api::category.category': { name: true, rank: true } },
    })
    expect(message(note, 'populate[subject][fields]=nmae')).toBe('Invalid parameter nmae. Did you mean name?')
    expect(message(note, 'populate[subject][fields]=internalNote')).toBe('Invalid parameter internalNote')
  })

  it('distinguish one entry from many', () => {
    expect(linksOf(read(note, 'populate=subject,subjects'))).toMatchObject([
      { kind: 'morph', many: false },
      { kind: 'morph', many: true },
    ])
  })
})

describe('unknown names', () => {
  it.each([
    ['populate=nope', 'Invalid parameter nope'],
    ['populate=categroy', 'Invalid parameter categroy. Did you mean category?'],
    [
      'populate=true',
      'Invalid parameter true: it is not a name; write populate=* for all relations, or populate[0]=cover for one of them',
    ],
    [
      'populate[seo][populate]=1',
      'Invalid parameter 1: it is not a name; write populate[seo][populate]=* for all relations, or populate[seo][populate][0]=metaImage for one of them',
    ],
    [
      'populate[0]=category&populate[tags]=true',
      'Invalid parameter populate: it must be either a list or an object; write populate[category]=true&populate[tags]=true',
    ],
    [
      'populate[seo][populate][0]=canonical&populate[seo][populate][metaImage]=true',
      'Invalid parameter populate: it must be either a list or an object; write populate[seo][populate][canonical]=true&populate[seo][populate][metaImage]=true',
    ],
    [
      'populate[0]=seo.canonical&populate[tags]=true',
      'Invalid parameter populate: it must be either a list or an object; write populate[tags]=true',
    ],
    ['populate[0]=category&populate[1]=nope', 'Invalid parameter nope'],
    ['populate[nope]=true', 'Invalid parameter nope'],
    ['populate[category][populate]=nope', 'Invalid parameter nope'],
    ['populate=category.nope', 'Invalid parameter nope'],
    ['populate=title', 'Invalid parameter title: it is of type string; use fields instead, as in fields[0]=title'],
    [
      'populate[title]=true',
      'Invalid parameter title: it is of type string; use fields instead, as in fields[0]=title',
    ],
    [
      'populate=seo.metaTitle',
      'Invalid parameter metaTitle: it is of type string; use fields instead, as in populate[seo][fields][0]=metaTitle',
    ],
    [
      'populate[category][populate]=name',
      'Invalid parameter name: it is of type string; use fields instead, as in populate[category][fields][0]=name',
    ],
    [
      'populate[zone][populate]=stars',
      'Invalid parameter stars: it is of type integer; use fields instead, as in populate[zone][on][blocks.quote][fields][0]=stars',
    ],
    [
      'populate[zone][on][blocks.quote][populate]=stars',
      'Invalid parameter stars: it is of type integer; use fields instead, as in populate[zone][on][blocks.quote][fields][0]=stars',
    ],
    ['populate=internalNote', 'Invalid parameter internalNote'],
    ['populate=secret', 'Invalid parameter secret'],
    ['populate=links.hidden', 'Invalid parameter hidden'],
    ['populate=__proto__', 'Invalid parameter __proto__'],
    ['populate[hasOwnProperty]=1', 'Invalid parameter hasOwnProperty'],
    [
      'populate[category]=yes',
      'Invalid parameter category: it must be true, false or an object, as in populate[category][populate]=*',
    ],
    ['populate[tags][foo]=1', 'Invalid parameter foo'],
    ['populate[tags][filter][name]=1', 'Invalid parameter filter. Did you mean filters?'],
    ['populate[tags][_limit]=3', 'Invalid parameter _limit: use limit instead'],
    [
      'populate[tags][status]=draft',
      'Invalid parameter status: use publicationState=preview, which adds drafts; filters[publishedAt][$null]=true leaves only drafts',
    ],
    [
      'populate[tags][status]=published',
      'Invalid parameter status: leave it out, because responses only have published entries by default',
    ],
    [
      'populate[tags][pagination][limit]=1',
      'Invalid parameter pagination: it is for the whole response; use start and limit for a populated relation',
    ],
    ['populate[seo][count]=true', 'Invalid parameter count'],
    ['populate[cover][publicationState]=preview', 'Invalid parameter publicationState'],
  ])('are rejected in strict mode: %s', (query, expected) => {
    expect(message(article, query)).toBe(expected)
    expect(() => read(article, query, lenient)).not.toThrow()
  })

  it('of fields get the same error for a polymorphic relation', () => {
    expect(message(note, 'populate[subject][populate]=title')).toBe(
      'Invalid parameter title: it is of type string; use fields instead, as in populate[subject][fields][0]=title',
    )
  })

  it('are ignored in lenient mode', () => {
    expect(links(article, 'populate[0]=category&populate[1]=nope', lenient)).toEqual({ category: wholeCategory })
    expect(links(article, 'populate[category]=yes', lenient)).toEqual({ category: wholeCategory })
    expect(links(article, 'populate=category.nope', lenient)).toEqual({ category: wholeCategory })
  })
})

describe('the response shape', () => {
  it('puts attributes, relations and media into envelopes, but no components', () => {
    const members = read(article, 'fields=title&populate[0]=category&populate[1]=seo')
    expect(members.map(({ key }) => key)).toEqual(['id', 'attributes'])
    const attributes = members[1]?.value
    expect(attributes).toMatchObject({
      kind: 'object',
      members: [
        { key: 'title', value: { kind: 'field' } },
        { key: 'seo', value: { kind: 'linked', members: [{ key: 'id' }, { key: 'metaTitle' }, {}, {}] } },
        { key: 'category', value: { kind: 'object', members: [{ key: 'data', value: { kind: 'linked' } }] } },
      ],
    })
  })

  it('has no envelopes when it is flat', () => {
    const scope = { context: strict, counts: new QueryCounts(), publicationState: 'live' } as const
    const raw = { fields: 'title', populate: { category: { fields: 'name' } } }
    expect(parseEntryMembers(article, raw, scope, flat)).toMatchObject([
      { key: 'id' },
      { key: 'title' },
      { key: 'category', value: { kind: 'linked', members: [{ key: 'id' }, { key: 'name' }] } },
    ])
  })
})
