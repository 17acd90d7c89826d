import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isScalar } from '@content-api/model'
import { openReadOnlyDatabase } from '@content-api/engine/database'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { missingColumns } from '@content-api/strapi-tables/source-tables'
import { expect, it } from 'vitest'
import { namesOf } from '../../../../strapi-tables/src/layout/strapi-names.js'
import { cleanUpAfterFile } from '../../../../../tests/support/clean-up.js'
import { postgresDatabase } from '../../../../../tests/support/postgres.js'
import { fillPostgres, fillSqlite, loadRecordedModel } from './recorded-database.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi5-layout-'))
cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))

const databases = [
  ['sqlite', () => fillSqlite(folder)],
  ['postgres', async () => fillPostgres((await postgresDatabase()).connection.url)],
] as const

it.each(databases)('finds every column in the tables of Strapi 5, on %s', async (dialect, fill) => {
  const registry = await loadRecordedModel()
  const layout = createStrapiLayout(registry, { dialect, timeZone: 'UTC', version: 5 })
  const database = await openReadOnlyDatabase({ registry, layout, connection: await fill() })
  try {
    expect(await missingColumns(database)).toEqual(new Map())
  } finally {
    await database.close()
  }
})

it('names every table of content that Strapi 5 created', async () => {
  const registry = await loadRecordedModel()
  const layout = createStrapiLayout(registry, { dialect: 'sqlite', timeZone: 'UTC', version: 5 })
  const named = new Set<string>()
  for (const { uid, attributes } of [...registry.contentTypes.values(), ...registry.components.values()]) {
    const schema = layout.schema(uid)
    named.add(schema.table)
    for (const [name, attribute] of Object.entries(attributes)) {
      const link = isScalar(attribute) ? null : schema.link(name)
      if (link?.kind === 'join' || link?.kind === 'morphJoin') named.add(link.table)
    }
  }
  const dump = readFileSync(new URL('data/sqlite.sql', import.meta.url), 'utf8')
  const created = [...dump.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, name]) => name as string)
  const others = created.filter((name) => !named.has(name))
  expect(
    others.filter((name) => !/^(?:strapi_|up_permissions|upload_folders|i18n_locale|files_folder)/.test(name)),
  ).toEqual([])
})

it.each([
  [['articles'], {}, 'articles'],
  [['articles', 'tags'], { suffix: 'links' }, 'articles_tags_lnk'],
  [['category'], { prefix: 'inv', suffix: 'id' }, 'inv_category_id'],
  // As `@strapi/database` 5.54 names them.
  [
    ['components_very_long_category_name_with_many_words_inside'],
    {},
    'components_very_long_category_name_with_many_words5ee6d',
  ],
  [
    ['components_very_long_category_name_with_many_words_inside'],
    { prefix: 'inv' },
    'inv_components_very_long_category_name_with_many_w5ee6d',
  ],
  [
    ['components_very_long_category_name_with_many_words_inside'],
    { suffix: 'links' },
    'components_very_long_category_name_with_many_w5ee6d_lnk',
  ],
  [
    ['components_very_long_category_name_with_many_words_inside'],
    { prefix: 'inv', suffix: 'links' },
    'inv_components_very_long_category_name_with_ma5ee6d_lnk',
  ],
  [
    ['components_very_long_category_name_with_many_words_inside', 'an_attribute_that_is_really_quite_long_for_a_name'],
    { suffix: 'links' },
    'components_very_long5ee6d_an_attribute_that_isdca74_lnk',
  ],
  [
    ['components_very_long_category_name_with_many_words_inside'],
    { suffix: 'components' },
    'components_very_long_category_name_with_many_5ee6d_cmps',
  ],
  [
    ['products_of_the_season_and_more', 'the_quick_brown_fox_jumps_over'],
    { suffix: 'links' },
    'products_of_the_seasa3267_the_quick_brown_fox_e1935_lnk',
  ],
  [
    ['menu_items_of_the_restaurant', 'products_of_the_season_and_more'],
    { suffix: 'links' },
    'menu_items_of_the_re9cc5f_products_of_the_seasa3267_lnk',
  ],
] as const)('names %j with %j %s', (parts, fixed, name) => expect(namesOf(5)(parts, fixed)).toBe(name))
