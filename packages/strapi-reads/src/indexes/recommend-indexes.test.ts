import { createRegistry, withDocuments } from '@content-api/model'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { describe, expect, it } from 'vitest'
import { strict } from '../../../server/test/support/plan-context.js'
import { strapiRules } from '../rules/strapi-rules.js'
import { chooseIndexes, printRecommendations } from './recommend-indexes.js'
import { lackingIndexes } from './recommended-indexes.js'

const type = (name: string, more: object = {}) => ({
  kind: 'collectionType' as const,
  collectionName: `${name}s`,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  attributes: { title: { type: 'string' as const } },
  ...more,
})
const drafts = { options: { draftAndPublish: true } }
const localized = { pluginOptions: { i18n: { localized: true } } }

describe('the indexes that lists lack', () => {
  it.each([4, 5] as const)(
    'are those of the locale and of published entries that are not declared, in Strapi %i',
    (version) => {
      const declared = createRegistry({
        contentTypes: {
          'api::plain.plain': type('plain'),
          'api::draft.draft': type('draft', drafts),
          'api::local.local': type('local', localized),
          'api::both.both': type('both', { ...drafts, ...localized }),
          'api::done.done': type('done', {
            ...drafts,
            indexes: [{ name: 'dones_published_list', columns: ['published_at', 'id'] }],
          }),
          'api::one.one': { ...type('one', drafts), kind: 'singleType' as const },
        },
      })
      const registry = version === 5 ? withDocuments(declared) : declared
      const strapi = { dialect: 'sqlite', timeZone: 'UTC', version } as const
      const layout = createStrapiLayout(registry, strapi)
      const context = { ...strict, registry, reading: strapiRules(strapi) }
      expect(lackingIndexes(registry, { layout, context, ...strapi }).map(({ index }) => index)).toEqual([
        { name: 'drafts_published_list', table: 'drafts', columns: ['published_at'] },
        { name: 'locals_locale_list', table: 'locals', columns: ['locale', 'id'] },
        { name: 'boths_locale_list', table: 'boths', columns: ['locale', 'id', 'published_at'] },
        { name: 'boths_published_list', table: 'boths', columns: ['published_at'] },
      ])
    },
  )

  it('are recommended if they make the list clearly faster, the second one only with the first', () => {
    const chosen = (...durations: readonly (readonly [without: number, after: number])[]) =>
      chooseIndexes(
        durations.map(([without, after]) => ({ uid: 'api::a.a', file: 'a', line: '', without, with: after })),
      ).map(({ isWorthwhile }) => isWorthwhile)
    expect(chosen([14, 2])).toEqual([true])
    expect(chosen([2, 1.9])).toEqual([false])
    expect(chosen([0.4, 0.1])).toEqual([false])
    expect(chosen([17, 14], [13, 4])).toEqual([true, true])
    expect(chosen([14, 2], [2, 1.9])).toEqual([true, false])
    expect(chosen([2, 9], [9, 2])).toEqual([false, false])
  })

  it('are printed as lines for the schema files, if they are worth it', () => {
    const file = 'src/api/article/content-types/article/schema.json'
    const line = '{ "name": "articles_locale_list", "columns": ["locale", "id", "published_at"] }'
    const article = { uid: 'api::article.article', file, line, without: 14, with: 2.25, isWorthwhile: true }
    const tag = { ...article, uid: 'api::tag.tag', without: 0.2, with: 0.1, isWorthwhile: false }
    expect(
      printRecommendations([article, tag]),
    ).toBe(`Add these lines to the schema files. Strapi creates the indexes at its next start.

${file}
  "indexes": [${line}]
  The list takes 14.0 ms, and 2.3 ms with this index.

Lists that need no index:
  api::tag.tag: 0.2 ms, and 0.1 ms with an index

Measured in a copy of the content. The database was not changed.`)
    expect(printRecommendations([tag])).toMatch(/^No list needs a further index\./)
    const second = '{ "name": "articles_published_list", "columns": ["published_at"] }'
    expect(printRecommendations([article, { ...article, line: second, without: 2.25, with: 0.5 }])).toContain(`${file}
  "indexes": [
    ${line},
    ${second}
  ]
  The list takes 14.0 ms, 2.3 ms with the first index, and 0.5 ms with both.
`)
  })
})
