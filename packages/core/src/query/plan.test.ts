import { describe, expect, it } from 'vitest'
import { failure } from '../../../server/test/support/failure.js'
import {
  article,
  homepage,
  lenient,
  linksOf,
  specimen,
  strict,
  tag,
  writeCondition,
} from '../../../server/test/support/plan-context.js'
import { parseQueryString } from '../message/query-string.js'
import { planList, planOne, planSingle, planWritten } from './plan.js'
import type { OutputObject, ReadPlan } from '@content-api/engine/plan'

/** Returns the members of each entry in an envelope. */
function entryOf({ output }: ReadPlan): OutputObject {
  const data = output.kind === 'object' ? output.members[0]?.value : undefined
  if (data?.kind !== 'entries') throw new Error('The response has no data')
  return data.members
}

const raw = (query: string) => parseQueryString(query, { parameters: 1000, arrayItems: 1000 })

describe('planList', () => {
  const plan = (query: string, type = article, context = strict) => planList(type, raw(query), context)

  it('reads every readable attribute of published entries in the default locale by default', () => {
    expect(plan('')).toMatchObject({
      mode: 'list',
      filters: null,
      sort: [],
      pagination: { by: 'page', page: 1, pageSize: 25, withCount: true },
      publicationState: 'live',
      locale: 'en',
    })
    expect(linksOf(entryOf(plan('')))).toEqual([])
    expect(plan('', tag)).toMatchObject({ locale: null })
  })

  it('includes the available locales only for localized types', () => {
    expect(entryOf(plan('')).at(-1)).toMatchObject({
      key: 'meta',
      value: { kind: 'object', members: [{ key: 'availableLocales', value: { kind: 'locales' } }] },
    })
    expect(entryOf(plan('', tag)).map(({ key }) => key)).toEqual(['id', 'attributes'])
  })

  it('applies the publication state to every related entry', () => {
    const preview = plan('publicationState=preview&filters[author][name]=a&sort=author.name&populate=author')
    expect(preview).toMatchObject({
      publicationState: 'preview',
      filters: { publicationState: 'preview' },
      sort: [{ publicationState: 'preview' }],
    })
    expect(linksOf(entryOf(preview))).toMatchObject([{ rows: { publicationState: 'preview' } }])
  })

  it.each([
    ['locale=fr', 'fr'],
    ['locale=all', null],
  ])('reads the locale of %s', (query, locale) => {
    expect(plan(query).locale).toBe(locale)
    expect(plan(query, tag).locale).toBeNull()
  })

  it('searches the strings that the caller may read', () => {
    expect(writeCondition(plan('_q=a', tag).filters)).toBe('(name $containsi "a" or color $containsi "a")')
    const searched = writeCondition(plan('_q=a', specimen).filters)
    for (const concealed of ['priv', 'pass', 'int', 'day']) expect(searched).not.toContain(concealed)
    expect(writeCondition(plan('_q=a&filters[weight]=1', tag).filters)).toBe(
      '(weight $eq 1 and (name $containsi "a" or color $containsi "a"))',
    )
    expect(plan('_q=', tag).filters).toBeNull()
  })

  it('searches ids and numbers when the search term is a number', () => {
    expect(writeCondition(plan('_q=1.5', tag).filters)).toBe(
      '(id $containsi "1.5" or name $containsi "1.5" or color $containsi "1.5" or weight $containsi "1.5")',
    )
    expect(writeCondition(plan('_q=1a', tag).filters)).not.toContain('id')
  })

  it('has a flat response shape for plugins', () => {
    const { output } = planList(article, {}, strict, { shape: 'flat' })
    expect(output.kind).toBe('entries')
    expect('members' in output && output.members.slice(0, 2).map(({ key }) => key)).toEqual(['id', 'title'])
  })

  it.each([
    ['filter[title]=x', 'Invalid parameter filter. Did you mean filters?'],
    ['_where[title]=x', 'Invalid parameter _where: use filters instead'],
    ['_limit=3', 'Invalid parameter _limit: use pagination[limit] instead'],
    ['_sort=title', 'Invalid parameter _sort: use sort instead'],
    [
      'status=draft',
      'Invalid parameter status: use publicationState=preview, which adds drafts; filters[publishedAt][$null]=true leaves only drafts',
    ],
    [
      'status=published',
      'Invalid parameter status: leave it out, because responses only have published entries by default',
    ],
    ['filters.title=x', 'Invalid parameter filters.title'],
    ['title_contains=x', 'Invalid parameter title_contains'],
    ['lookup[updatedBy][password][$startsWith]=$2', 'Invalid parameter lookup'],
  ])('rejects %s in strict mode', (query, message) => {
    expect(failure(() => plan(query)).message).toBe(message)
    expect(plan(query, article, lenient).filters).toBeNull()
  })

  it.each([
    ['page=1', 'PaginationError', /use pagination\[page\]/],
    ['publicationState=LIVE', 'ValidationError', /must be live or preview. Did you mean live\?$/],
    ['publicationState=', 'ValidationError', /must be live or preview$/],
    ['publicationState[0]=preview', 'ValidationError', /must be live or preview$/],
    ['locale=de', 'ValidationError', /^Invalid parameter locale: it must be all or one of en, fr/],
    ['locale=EN', 'ValidationError', /Did you mean en\?$/],
    ['locale=', 'ValidationError', /^Invalid parameter locale/],
    ['locale', 'ValidationError', /^Invalid parameter locale/],
    ['locale=en&locale=de', 'ValidationError', /^Invalid parameter locale/],
    ['locale[$eq]=de', 'ValidationError', /^Invalid parameter locale/],
    ['locale[0]=en&locale[1]=all', 'ValidationError', /^Invalid parameter locale/],
    ['_q[0]=a', 'ValidationError', /^Invalid parameter _q: it must be text/],
    ['populate[category][sort]=nope', 'ValidationError', 'Invalid parameter nope'],
  ])('rejects %s', (query, name, message) => {
    for (const context of [strict, lenient]) {
      expect(failure(() => plan(query, article, context))).toMatchObject({
        name,
        message: expect.stringMatching(message),
      })
    }
  })

  it.each(['locale=en&locale=fr', 'locale[$eq]=fr'])('accepts %s in lenient mode', (query) => {
    expect(failure(() => plan(query, article, strict)).message).toMatch(/^Invalid parameter locale/)
    expect(plan(query, article, lenient)).toMatchObject({ locale: null, filters: { name: 'locale' } })
  })

  it('ignores the locale of a type without locales in lenient mode', () => {
    expect(failure(() => plan('locale=de', tag, strict)).message).toMatch(/^Invalid parameter locale/)
    expect(plan('locale=de', tag, lenient).locale).toBeNull()
  })
})

describe('planOne', () => {
  it('finds the entry of one id, in strict mode only of the locale that the request names', () => {
    expect(planOne(article, raw('locale=fr&fields=title'), strict).locale).toBe('fr')
    expect(planOne(article, raw('fields=title'), strict).locale).toBeNull()
    expect(planOne(article, raw('locale=fr&fields=title'), lenient)).toMatchObject({
      mode: 'one',
      byId: true,
      filters: null,
      pagination: null,
      locale: null,
      publicationState: 'live',
    })
  })

  it.each(['filters[title]=a', 'sort=title', 'pagination[page]=1', '_q=a'])('rejects %s', (query) => {
    expect(failure(() => planOne(article, raw(query), strict)).message).toMatch(/^Invalid parameter/)
    expect(planOne(article, raw(query), lenient)).toMatchObject({ byId: true, filters: null, sort: [] })
  })

  it('checks filters although it ignores them, as in Strapi 4.26', () => {
    expect(failure(() => planOne(article, raw('filters[nope]=a'), lenient)).message).toBe('Invalid parameter nope')
    for (const query of [raw('sort=nope'), raw('sort=category.nope')]) {
      expect(failure(() => planOne(article, query, lenient)).message).toBe('Invalid parameter nope')
      expect(failure(() => planWritten(article, query, lenient)).message).toBe('Invalid parameter nope')
    }
    expect(failure(() => planSingle(homepage, raw('sort=nope'), lenient)).message).toBe('Invalid parameter nope')
  })
})

describe('planSingle', () => {
  it('finds the localization of the requested locale', () => {
    expect(planSingle(homepage, {}, strict)).toMatchObject({ mode: 'one', locale: 'en', filters: null })
    expect(planSingle(homepage, raw('locale=fr'), strict)).toMatchObject({ mode: 'one', locale: 'fr' })
    expect(planSingle(homepage, raw('locale=all'), strict)).toMatchObject({
      mode: 'list',
      locale: null,
      pagination: null,
    })
  })

  it('accepts filters in lenient mode, as in Strapi 4.26', () => {
    expect(writeCondition(planSingle(homepage, raw('filters[headline]=a'), lenient).filters)).toBe('headline $eq "a"')
    expect(failure(() => planSingle(homepage, raw('filters[headline]=a'), strict)).message).toBe(
      'Invalid parameter filters',
    )
  })
})

describe('planWritten', () => {
  it('reads drafts at every level', () => {
    const plan = planWritten(article, raw('populate=author'), strict)
    expect(plan).toMatchObject({ mode: 'one', byId: true, publicationState: 'preview', locale: null })
    expect(linksOf(entryOf(plan))).toMatchObject([{ rows: { publicationState: 'preview' } }])
    expect(entryOf(plan).at(-1)).toEqual({ key: 'meta', value: { kind: 'text', text: '{}' } })
  })

  it('ignores parameters without effect in lenient mode, as in Strapi 4.26', () => {
    const query = raw('publicationState=foo&locale=de')
    expect(planWritten(article, query, lenient).publicationState).toBe('preview')
    expect(failure(() => planWritten(article, query, strict)).message).toMatch(/^Invalid parameter publicationState/)
  })
})
