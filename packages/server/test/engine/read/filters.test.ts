import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../../src/index.js'
import { databases } from '../../../../../tests/support/postgres.js'
import { openReadingRoom, reader } from '../../support/reading-room.js'

/** Pairs of a filter and the ids of the matching entries, the same on every database. */
const filters: readonly (readonly [query: string, ids: readonly number[]])[] = [
  // Strings compare by code point, and no character is special.
  ['filters[str][$eq]=alpha', [2]],
  ['filters[str]=alpha', [2]],
  ['filters[str][$ne]=alpha', [1, 3, 4, 5, 6, 7]],
  ['filters[str][$eqi]=ALPHA', [1, 2]],
  ['filters[str][$nei]=ALPHA', [3, 4, 5, 6, 7]],
  ['filters[str][$in][0]=alpha&filters[str][$in][1]=Alpha', [1, 2]],
  ['filters[str][$notIn][0]=alpha&filters[str][$notIn][1]=Alpha', [3, 4, 5, 6, 7]],
  ['filters[str][$contains]=lph', [1, 2]],
  ['filters[str][$contains]=%25', [3]],
  ['filters[str][$contains]=_', [4]],
  ['filters[str][$contains]=*', [4]],
  ['filters[str][$contains]=[', [4]],
  ['filters[str][$containsi]=[X*', [4]],
  ['filters[str][$notContains]=lph', [3, 4, 5, 6, 7]],
  ['filters[str][$containsi]=É', [5, 6]],
  ['filters[str][$containsi]=ALPHA%25', [3]],
  ['filters[str][$notContainsi]=alpha', [4, 5, 6, 7]],
  ['filters[str][$startsWith]=AL', [3]],
  ['filters[str][$startsWithi]=al', [1, 2, 3]],
  ['filters[str][$endsWith]=a', [1, 2]],
  ['filters[str][$endsWithi]=TÉ', [5, 6]],
  ['filters[str][$eqi]=straẞe', [7]],
  ['filters[str][$eqi]=strasse', []],
  // A letter with a combining accent differs from the composed letter.
  [`filters[str][$containsi]=${'É'.normalize('NFD')}`, []],
  [`filters[str][$eq]=${'Été'.normalize('NFD')}`, []],
  ['filters[str][$lt]=Été', [1, 2, 3, 4, 6, 7]],
  ['filters[str][$gt]=alpha', [4, 5, 6, 7]],
  ['filters[str][$between][0]=A&filters[str][$between][1]=B', [1, 3]],
  ['filters[str][$null]=true', [8]],
  ['filters[str][$notNull]=true', [1, 2, 3, 4, 5, 6, 7]],
  ['filters[str][$null]=false', [1, 2, 3, 4, 5, 6, 7]],
  // Numbers are exact to the last bit.
  ['filters[int][$gte]=2&filters[int][$lt]=10', [2, 7]],
  ['filters[int][$lte]=1.5', [1, 3]],
  ['filters[big]=9223372036854775807', [2]],
  ['filters[big][$gt]=9007199254740992', [2, 6]],
  ['filters[big][$lt]=-9223372036854775807', [3]],
  ['filters[flt]=0.30000000000000004', [6]],
  ['filters[flt]=0.3', []],
  ['filters[dec][$in][0]=10.005&filters[dec][$in][1]=0.1', [3, 5]],
  ['filters[flag]=true', [1, 4]],
  ['filters[flag][$ne]=true', [2, 3]],
  // Dates and times.
  ['filters[day][$gt]=2024-01-01', [2]],
  ['filters[day][$contains]=2023', [3]],
  ['filters[tod][$gte]=12:00:00', [2, 3]],
  ['filters[at]=2024-06-15T14:34:56.789%2B02:00', [2]],
  ['filters[stamp][$lt]=1704067200000', [3]],
  // JSON is compared as text.
  ['filters[obj]=str', [3]],
  ['filters[obj][$contains]=two', [2]],
  ['filters[obj][$notNull]=true', [1, 2, 3]],
  // By code point: letters come before braces.
  ['filters[obj][$gte]={}', [1, 2]],
  ['filters[obj][$lt]={}', [3]],
  // Groups.
  ['filters[$or][0][str]=alpha&filters[$or][1][int]=10', [2, 5, 6]],
  ['filters[$and][0][int][$gte]=1&filters[$and][1][int][$lte]=2', [1, 2]],
  ['filters[$not][str]=alpha', [1, 3, 4, 5, 6, 7]],
  ['filters[$not][$not][str]=alpha', [2]],
  ['filters[$not][str]=alpha&filters[$not][int]=2', [1, 3, 4, 5, 6, 7]],
  ['filters[str][$not][$contains]=lph', [3, 4, 5, 6, 7]],
  ['filters[id][$in][0]=3&filters[id][$in][1]=99', [3]],
  ['_q=STRA', [7]],
  // Search in ids and numbers when the term is a number.
  ['_q=7', [2, 3, 6, 7]],
]

const relationFilters: readonly (readonly [query: string, ids: readonly number[]])[] = [
  ['filters[category][name]=Tech', [1, 2]],
  ['filters[category]=1', [1, 2]],
  ['filters[category][id][$in][0]=1&filters[category][id][$in][1]=2', [1, 2, 3]],
  ['filters[category][$ne]=1', [3]],
  ['filters[category][$null]=true', [4]],
  ['filters[category][$notNull]=true', [1, 2, 3]],
  ['filters[tags][name]=red', [1, 3]],
  // "Has a tag that differs", not "has no such tag".
  ['filters[tags][name][$ne]=red', [1, 2]],
  ['filters[$not][tags][name]=red', [1, 2]],
  ['filters[tags][id][$null]=true', [4]],
  // Conditions in one object apply to one tag, conditions in two groups to two.
  ['filters[tags][name]=red&filters[tags][weight]=2', []],
  ['filters[$and][0][tags][name]=red&filters[$and][1][tags][weight]=2', [1]],
  ['filters[category][articles][title]=Alpha', [1, 2]],
  ['filters[category][articles][tags][name]=green', [1, 2]],
  ['filters[seo][metaTitle][$contains]=SEO', [1]],
  ['filters[seo][canonical][label]=canon', [1]],
  ['filters[links][label]=two', [1]],
  ['filters[seo][id][$null]=true', [2, 3, 4]],
  ['filters[related][title]=Bravo', [1]],
  // Filters ignore related drafts unless the request reads drafts.
  ['filters[related][title]=Draft', []],
  ['publicationState=preview&filters[related][title]=Draft', [1]],
  ['publicationState=preview&filters[publishedAt][$null]=true', [5]],
]

describe.each(await databases())('filters on $name', ({ connection }) => {
  let api: ContentApi
  beforeAll(async () => {
    api = await openReadingRoom(connection)
  })
  afterAll(() => api.close())

  it.each(filters)('find the matching specimens: %s', async (query, ids) => {
    expect(await reader(api).ids(`/api/specimens?${query}&sort=id`)).toEqual(ids)
  })

  it.each(relationFilters)('find the matching articles: %s', async (query, ids) => {
    expect(await reader(api).ids(`/api/articles?${query}&sort=id`)).toEqual(ids)
  })

  it('count the matching entries in the same statement', async () => {
    for (const [query, ids] of relationFilters) {
      const before = api.database.statements()
      const { meta } = await reader(api).get(`/api/articles?${query}`)
      expect(meta.pagination?.total, query).toBe(ids.length)
      expect(api.database.statements() - before, query).toBe(1)
    }
  })
})
