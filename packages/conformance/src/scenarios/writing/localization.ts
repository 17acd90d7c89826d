import { isRecord, read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import { entryOf, must } from '../../fixtures/maker.js'
import type { EntryId } from '../../target/entry-view.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const localized = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `rest.locale.${id}`, clauses, title, needs: ['i18n'], run })

async function bothLocales(t: ScenarioContext) {
  const { locales } = t.configuration
  const [one, two] = await t.makeMany('page', [{ title: 'default' }, { title: 'other', locale: locales.other }])
  return { one: one?.id ?? 0, two: two?.id ?? 0, ...locales }
}

/** Creates a localization of an entry through its own endpoint, whose body and response have no envelope. */
async function localize(t: ScenarioContext, id: EntryId, data: Record<string, unknown>) {
  const { path } = namesOf('page')
  const { locales } = t.configuration
  const body = { locale: locales.other, marker: t.marker, publishedAt: new Date().toISOString(), ...data }
  return t.session.creating('POST', `${path}/${id}/localizations`, body, {
    attribute: 'marker',
    idAt: 'id',
    entryPath: path,
  })
}

export const localizationScenarios = [
  localized(
    'default',
    ['4.3/locale-default', '2.5/pluginOptions'],
    'By default a list contains the entries of the default locale',
    async (t) => {
      await bothLocales(t)
      t.holds(await t.mine('page'), 'title', ['default'])
    },
  ),
  localized(
    'named',
    ['4.3/locale', '4.1/r2-locale', '2.5/pluginOptions'],
    'locale lists the entries of that locale',
    async (t) => {
      const locales = await bothLocales(t)
      t.holds(await t.mine('page', { locale: locales.other }), 'title', ['other'])
      t.holds(await t.mine('page', { locale: locales.default }), 'title', ['default'])
    },
  ),
  localized('all', ['4.3/locale-all'], 'locale=all lists the entries of every locale', async (t) => {
    await bothLocales(t)
    t.holds(await t.mine('page', { locale: 'all' }), 'title', ['default', 'other'])
  }),
  localized('unknown', ['4.3/locale-unknown'], 'An unknown locale is rejected', async (t) => {
    const locales = await bothLocales(t)
    await t.rejected(
      () => t.mine('page', { locale: 'xx-surely-not' }),
      () => t.mine('page', { locale: locales.other }),
      { status: 400 },
    )
  }),
  localized(
    'create',
    ['2.4/locale', '4.1/r2-locale'],
    'A create uses the locale of its body, and returns it',
    async (t) => {
      const { locales } = t.configuration
      const created = await t.create('page', { title: 'x', locale: locales.other })
      t.equal(created, 'Another locale', t.entry(created).attributes['locale'], locales.other)
      const plain = await t.create('page', { title: 'y' })
      t.equal(plain, 'Another locale', t.entry(plain).attributes['locale'], locales.default)
    },
  ),
  localized(
    'other-types',
    ['2.4/locale', '2.5/pluginOptions'],
    'A type that is not localised has no locale',
    async (t) => {
      const created = await t.create('tag', { name: 'x' })
      t.that(
        created,
        !('locale' in t.entry(created).attributes),
        'It has a locale',
        '(absent)',
        t.entry(created).attributes['locale'],
      )
    },
  ),
  localized(
    'localize',
    ['4.1/localizations', '4.1/r2-locale'],
    'An entry gets a version in another locale, and the two are linked',
    async (t) => {
      const locales = await bothLocales(t)
      const { id } = await t.make('page', { title: 'Hello', shared: 'same' })
      const response = must(await localize(t, id, { title: 'Bonjour' }), 'Localising an entry')
      const other = Number(read(response.body, 'id') ?? read(response.body, 'data.id'))
      const found = await t.read('page', id, { populate: ['localizations'] })
      t.equal(found, 'The entry is not linked to its version', t.related(found, t.entry(found), 'localizations'), [
        other,
      ])
      const back = await t.read('page', other, { populate: ['localizations'] })
      t.equal(back, 'The version is not linked to the entry', t.related(back, t.entry(back), 'localizations'), [id])
      t.equal(
        back,
        'The version has another locale or title',
        [t.entry(back).attributes['locale'], t.entry(back).attributes['title']],
        [locales.other, 'Bonjour'],
      )
    },
  ),
  localized(
    'shared-attribute',
    ['4.1/localizations', '2.5/pluginOptions'],
    'A version copies the attributes that are not localised',
    async (t) => {
      const { id } = await t.make('page', { title: 'Hello', shared: 'same' })
      const response = must(await localize(t, id, { title: 'Bonjour' }), 'Localising an entry')
      const other = Number(read(response.body, 'id') ?? read(response.body, 'data.id'))
      const found = await t.read('page', other)
      t.equal(found, 'The attribute differs', t.entry(found).attributes['shared'], 'same')
    },
  ),
  localized(
    'twice',
    ['4.1/localizations', '7/no-5xx'],
    'An entry cannot have two versions in one locale',
    async (t) => {
      const { id } = await t.make('page', { title: 'Hello' })
      await t.rejected(
        () => localize(t, id, { title: 'Encore' }),
        () => localize(t, id, { title: 'Bonjour' }),
        { status: 400 },
      )
    },
  ),
  localized(
    'filter-within',
    ['4.3/locale', '4.3/filters-combine'],
    'Filters and totals apply to the locale',
    async (t) => {
      const locales = await bothLocales(t)
      await t.makeMany('page', [{ title: 'another', locale: locales.other }])
      const response = await t.mine('page', { locale: locales.other, filters: { title: { $ne: 'another' } } })
      t.holds(response, 'title', ['other'])
    },
  ),
  localized(
    'available-locales',
    ['2.2/meta', '2.1/meta-locales'],
    'availableLocales is an array if it is sent',
    async (t) => {
      const { id } = await t.make('page', { title: 'x' })
      const response = await t.read('page', id)
      t.entry(response)
      const meta = read(response.body, 'data.meta')
      if (!isRecord(meta))
        return t.that(response, meta === undefined, 'meta of the entry is not an object', 'an object or nothing', meta)
      t.that(
        response,
        meta['availableLocales'] === undefined || Array.isArray(meta['availableLocales']),
        'availableLocales is not an array',
        'an array',
        meta['availableLocales'],
      )
    },
  ),
  localized('drafts', ['4.3/locale', '4.3/state-preview'], 'Locale and publication state combine', async (t) => {
    const { locales } = t.configuration
    await t.makeMany('page', [
      { title: 'live', locale: locales.other },
      { title: 'draft', locale: locales.other, publishedAt: null },
    ])
    t.holds(await t.mine('page', { locale: locales.other }), 'title', ['live'])
    t.holds(await t.mine('page', { locale: locales.other, publicationState: 'preview' }), 'title', ['live', 'draft'])
  }),
  localized('entry-exists', ['4.1/read', '4.3/locale'], 'An entry of any locale is read by its id', async (t) => {
    const { two } = await bothLocales(t)
    const response = await t.read('page', two)
    t.equal(response, 'Another entry', entryOf(t.session, response)?.attributes['title'], 'other')
  }),
]
