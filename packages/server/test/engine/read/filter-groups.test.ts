import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../../src/index.js'
import { databases } from '../../../../../tests/support/postgres.js'
import { content, project, reader } from '../../support/reading-room.js'

/** Conditions after `filters` or in an item of a group. Several of them follow the same relation. */
const conditions = [
  '[tags][name]=red',
  '[tags][name][$ne]=red',
  '[tags][name][$null]=true',
  '[tags][id][$null]=true',
  '[tags][weight][$gt]=1',
  '[tags][$not][name]=green',
  '[tags][$or][0][name]=blue',
  '[category][name]=Tech',
  '[category][$null]=true',
  '[category][articles][title]=Alpha',
  '[category][articles][tags][name]=green',
  '[seo][metaTitle][$contains]=SEO',
  '[seo][id][$null]=true',
  '[related][title]=Bravo',
  '[title]=Delta',
]
const all = [1, 2, 3, 4]

describe.each(await databases())('groups of filters on $name', ({ connection }) => {
  let api: ContentApi
  beforeAll(async () => {
    const config = { i18n: { locales: ['fr'] }, limits: { filterConditions: 5_000, queryCost: 10_000_000 } }
    api = await createContentApi({ project, database: connection, config })
    await api.importEntries(content)
  })
  afterAll(() => api.close())

  const ids = (...filters: readonly string[]) => reader(api).ids(`/api/articles?sort=id&${filters.join('&')}`)
  const group = (prefix: string, of: readonly string[]) => ids(...of.map((item, n) => `filters${prefix}[${n}]${item}`))

  it('match the same entries as their conditions one by one, whichever relations these follow', async () => {
    const holds = new Map<string, readonly number[]>()
    const fails = new Map<string, readonly number[]>()
    for (const condition of conditions) {
      holds.set(condition, await ids(`filters${condition}`))
      fails.set(condition, await ids(`filters[$not]${condition}`))
    }
    const some = (of: readonly string[], sets: typeof holds) =>
      all.filter((id) => of.some((c) => sets.get(c)?.includes(id)))
    const each = (of: readonly string[], sets: typeof holds) =>
      all.filter((id) => of.every((c) => sets.get(c)?.includes(id)))
    const groups = conditions.flatMap((one, index) =>
      conditions.slice(index + 1).map((other) => [one, other, conditions[(index + 5) % conditions.length] as string]),
    )
    for (const of of groups) {
      const responses = [await group('[$or]', of), await group('[$and]', of)]
      const negated = [await group('[$not][$or]', of), await group('[$not][$and]', of)]
      expect([of, ...responses]).toEqual([of, some(of, holds), each(of, holds)])
      expect([of, ...negated]).toEqual([of, each(of, fails), some(of, fails)])
    }
  })

  it('may have the maximum number of conditions', async () => {
    const many = (path: string) => Array.from({ length: 999 }, (_, n) => `${path}[$eq]=${n === 500 ? 'red' : n}`)
    // A socket would accept only 16 kB of URL.
    expect(await group('[$or]', many('[tags][name]'))).toEqual([1, 3])
    expect(await group('[$or]', many('[title]'))).toEqual([])
    expect(await group('[$not][$and]', many('[tags][name]'))).toEqual([1, 2, 3])
    expect(await group('[$and]', many('[tags][name]'))).toEqual([])
  })
})
