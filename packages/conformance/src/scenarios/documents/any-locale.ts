import { read } from '../../check/read.js'
import { compareIds } from '../../target/entry-view.js'
import { idsOf, type Subject, totalOf } from '../reading/subject.js'
import type { ScenarioContext } from '../scenario-context.js'
import { localeOf, reading5 } from './subjects.js'

const whole = { pagination: { pageSize: 100 } }

const localesIn = (t: ScenarioContext, response: Awaited<ReturnType<Subject['list']>>) => [
  ...new Set(t.column(response, 'locale')),
]

/** Tier 0: locales of documents. */
export const anyLocaleScenarios = [
  reading5(
    'locale-default',
    ['locale/default', 'locale/named'],
    'Without locale a list contains the default locale, like with its code',
    async (t, subject) => {
      const locale = localeOf(t, subject)
      const plain = await subject.list({ sort: 'documentId' })
      t.equal(plain, 'Other locales', localesIn(t, plain), [locale])
      const named = await subject.list({ sort: 'documentId', locale })
      t.equal(named, `locale=${locale} returns other entries`, t.entries(named), t.entries(plain))
    },
  ),
  reading5(
    'locale-other',
    ['locale/named', 'locale/one'],
    'locale=<code> only returns that locale, in lists and for one document',
    async (t, subject) => {
      localeOf(t, subject)
      const { other } = t.configuration.locales
      const listed = await subject.list({ locale: other })
      const [first] = t.entries(listed)
      if (first === undefined) return t.lacking('types', `${subject.path} has no entries in ${other}.`, 'i18n')
      t.equal(listed, 'Other locales', localesIn(t, listed), [other])
      const one = await t.session.get(`${subject.path}/${first.id}`, { locale: other })
      t.equal(one, 'Another entry', t.entry(one), first)
    },
  ),
  reading5(
    'locale-star',
    ['locale/star', 'locale/list'],
    'locale=* returns the entries of every locale, a list those of its locales',
    async (t, subject) => {
      const locale = localeOf(t, subject)
      const { other } = t.configuration.locales
      const all = await subject.list({ ...whole, locale: '*' })
      const parts = [await subject.list({ ...whole, locale }), await subject.list({ ...whole, locale: other })]
      const both = parts.flatMap((part) => idsOf(t.entries(part))).toSorted(compareIds)
      const joined = await subject.list({ ...whole, locale: [locale, other] })
      t.equal(joined, 'The list of locales returns others', idsOf(t.entries(joined)).toSorted(compareIds), both)
      if (localesIn(t, all).some((one) => one !== locale && one !== other)) {
        t.that(all, totalOf(all) > totalOf(joined), 'locale=* returns fewer', totalOf(joined), totalOf(all))
        return
      }
      t.equal(all, 'locale=* returns others', idsOf(t.entries(all)).toSorted(compareIds), both)
    },
  ),
  reading5(
    'locale-unknown',
    ['locale/unknown', 'locale/all'],
    'A locale without entries returns an empty list, and so does all',
    async (t, subject) => {
      localeOf(t, subject)
      for (const locale of ['zu', 'all']) {
        const response = await subject.list({ locale })
        t.equal(response, `locale=${locale} returns entries`, t.entries(response), [])
      }
    },
  ),
  reading5(
    'locale-missing',
    ['locale/one-missing', 'locale/star-one'],
    'One document in a locale that it lacks, or in *, gets status 404',
    async (t, subject) => {
      const locale = localeOf(t, subject)
      const path = `${subject.path}/${subject.entries[0]?.id}`
      await t.eachRefused(
        ['zu', '*'].map((one) => () => t.session.get(path, { locale: one })),
        () => t.session.get(path, { locale }),
        { status: 404 },
      )
    },
  ),
  reading5(
    'locale-list-one',
    ['locale/list-one'],
    'A list of locales for one document gets status 400',
    async (t, subject) => {
      const locale = localeOf(t, subject)
      const path = `${subject.path}/${subject.entries[0]?.id}`
      await t.rejected(
        () => t.session.get(path, { locale: [locale, t.configuration.locales.other] }),
        () => t.session.get(path, { locale }),
        { status: 400 },
      )
    },
  ),
  reading5(
    'localizations',
    ['locale/localizations'],
    'populate=localizations returns the other locales of the same document',
    async (t, subject) => {
      const locale = localeOf(t, subject)
      const { other } = t.configuration.locales
      const [first] = t.entries(await subject.list({ locale: other }))
      if (first === undefined) return t.lacking('types', `${subject.path} has no entries in ${other}.`, 'i18n')
      const path = `${subject.path}/${first.id}`
      const response = await t.session.get(path, { locale: other, populate: ['localizations'] })
      const rows = t.entry(response).attributes['localizations']
      const found = Array.isArray(rows)
        ? (rows as unknown[])
        : t.fail(response, 'localizations is not a list', { expected: 'a list', actual: rows ?? null })
      const own = await t.session.get(path, { locale })
      t.equal(
        response,
        'Another document, or its own locale',
        found.map((one) => [read(one, 'documentId'), read(one, 'locale') === other]),
        found.map(() => [first.id, false]),
      )
      t.equal(
        response,
        `${locale} is missing, although it exists`,
        found.some((one) => read(one, 'locale') === locale),
        own.status === 200,
      )
    },
  ),
  reading5(
    'locales',
    ['locale/locales'],
    'GET /api/i18n/locales is a list of locales with codes, one of them the default',
    async (t, subject) => {
      const locale = localeOf(t, subject)
      const response = await t.session.get('/api/i18n/locales')
      if (response.status === 403) return t.notApplicable('The caller may not list the locales.')
      t.status(response, 200)
      const rows = Array.isArray(response.body)
        ? (response.body as unknown[])
        : t.fail(response, 'The response is not a list', { expected: 'a list', actual: response.body ?? null })
      const defaults = rows.filter((one) => read(one, 'isDefault') === true)
      t.equal(
        response,
        'The default locale differs from that of the entries',
        defaults.map((one) => read(one, 'code')),
        [locale],
      )
    },
  ),
]
