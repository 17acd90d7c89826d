import { scenario } from '../scenario.js'
import { makeLocalized, writing5 } from './document-type.js'

/** Tier 1: the locales of documents. */
export const writeLocalizationScenarios = [
  writing5(
    'localize',
    ['localizations/create', 'locale/one'],
    'An update with another locale creates it, with the same documentId',
    async (t, type) => {
      const { id, locale, other } = await makeLocalized(t, type, 'first')
      t.error(await type.read(id, { locale: other }), { status: 404 })
      const created = await type.put(id, { [type.attribute]: 'second' }, { locale: other })
      const entry = t.entry(created)
      t.equal(created, 'Another document or locale', [entry.id, entry.attributes['locale']], [id, other])
      const found = await type.read(id, { locale: other })
      t.equal(found, 'Another value', t.entry(found).attributes[type.attribute], 'second')
      const first = await type.read(id)
      t.equal(first, 'Another locale', t.entry(first).attributes['locale'], locale)
    },
  ),
  writing5(
    'first-locale',
    ['localizations/first', 'documents/body-locale'],
    'A create uses the locale of its parameter, not that of its body',
    async (t, type) => {
      const { locale, other, id: plain } = await makeLocalized(t, type, 'plain')
      const created = await type.post('made', { locale: other })
      const { id, attributes } = t.entry(created)
      t.equal(created, 'Another locale', attributes['locale'], other)
      t.error(await type.read(id), { status: 404 })
      const updated = await type.put(plain, { locale: other })
      t.equal(updated, 'The body decides', t.entry(updated).attributes['locale'], locale)
    },
  ),
  writing5(
    'delete-locale',
    ['localizations/delete-one', 'localizations/delete-default'],
    'A delete removes the locale of its parameter, or else the default locale',
    async (t, type) => {
      const { id, other } = await makeLocalized(t, type, 'both')
      t.entry(await type.put(id, { [type.attribute]: 'both' }, { locale: other }))
      t.status(await type.remove(id, { locale: other }), 204)
      t.error(await type.read(id, { locale: other }), { status: 404 })
      t.entry(await type.read(id))
      t.entry(await type.put(id, { [type.attribute]: 'again' }, { locale: other }))
      t.status(await type.remove(id), 204)
      t.error(await type.read(id), { status: 404 })
      t.entry(await type.read(id, { locale: other }))
    },
  ),
  writing5(
    'delete-all-locales',
    ['localizations/delete-all', 'documents/deleted'],
    'A delete with locale=* removes every locale',
    async (t, type) => {
      const { id, other } = await makeLocalized(t, type, 'both')
      t.entry(await type.put(id, { [type.attribute]: 'both' }, { locale: other }))
      t.status(await type.remove(id, { locale: '*' }), 204)
      for (const query of [{}, { locale: other }]) t.error(await type.read(id, query), { status: 404 })
    },
  ),
  writing5(
    'write-star',
    ['localizations/star'],
    'locale=* for a create or an update gets status 400',
    async (t, type) => {
      const { id, locale } = await makeLocalized(t, type, 'kept')
      await t.rejected(
        () => type.put(id, { [type.attribute]: 'changed' }, { locale: '*' }),
        () => type.put(id, { [type.attribute]: 'kept' }, { locale }),
        { status: 400 },
      )
    },
  ),
  scenario({
    id: 'documents.locales-separate',
    title: 'Localized attributes differ between locales, others are the same',
    clauses: ['localizations/separate', 'localizations/shared'],
    run: async (t) => {
      const { other } = t.configuration.locales
      const { id } = await t.make('page', { title: 'Hello', shared: 'one' })
      t.entry(await t.update('page', id, { title: 'Bonjour' }, { query: { locale: other } }))
      const copied = await t.read('page', id, { locale: other })
      t.equal(copied, 'The attribute is not shared', t.entry(copied).attributes['shared'], 'one')
      t.entry(await t.update('page', id, { title: 'Hello again', shared: 'two' }))
      const found = await t.read('page', id, { locale: other })
      const { title, shared } = t.entry(found).attributes
      t.equal(found, 'The other locale differs', [title, shared], ['Bonjour', 'two'])
    },
  }),
]
