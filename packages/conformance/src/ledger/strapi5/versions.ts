import { section } from '../clause.js'
import { documented, inSource, recorded } from './sources.js'

const status = 'REST API: Status'
const filter = 'REST API: Publication filter'
const locale = 'REST API: Locale'

/** The versions of a document: draft and published, and its locales. */
export const versionClauses = [
  ...section('status', {
    default: documented(status, 'Without status, published versions are returned.', {
      like: ['4.3/state-default', '4.3/state-single'],
      protects: 'drafts',
    }),
    published: documented(status, 'status=published returns published versions.'),
    draft: documented(status, 'status=draft returns draft versions, whose publishedAt is null.'),
    one: documented(status, 'One document is returned in the requested status, with the same documentId.'),
    populated: inSource('core/services/document-service', 'The status applies to all populated levels.', {
      like: ['4.3/state-relations', '4.3/state-filter'],
      protects: 'drafts',
    }),
    without: inSource('core/services/document-service', 'Types without drafts ignore the status.'),
    invalid: inSource('utils/content-api-constants', 'Another status gets status 400.', { when: 'strictParams' }),
    empty: recorded('An empty status means draft.'),
  }),
  ...section('publication-filter', {
    drafts: documented(filter, 'Drafts are never-published or has-published-version.'),
    'never-published': documented(filter, 'never-published has no published version.'),
    modified: documented(filter, 'Drafts with a published version are modified or unmodified.'),
    'modified-meaning': documented(filter, 'modified returns drafts that were changed after their publication.'),
    published: documented(filter, 'Published versions are published-with-draft or published-without-draft.'),
    'published-drafts': documented(filter, 'published-with-draft and published-without-draft return no drafts.'),
    document: documented(filter, 'never-published-document and has-published-version-document look at all locales.'),
    invalid: inSource('utils/publication-filter', 'Another value gets status 400, and the error lists the values.'),
    alias: inSource('utils/publication-filter', 'hasPublishedVersion is an alias of the two values for documents.'),
    one: recorded('The filter also applies to one document.'),
  }),
  ...section('locale', {
    default: documented(locale, 'Without locale, the default locale is returned.', {
      like: ['4.3/locale-default'],
      protects: 'locales',
    }),
    named: documented(locale, 'locale=<code> returns that locale.', { like: ['4.3/locale'], protects: 'locales' }),
    star: documented(locale, 'locale=* returns every locale.'),
    list: inSource('core/services/document-service/internationalization', 'A list of locales returns these locales.'),
    'list-one': inSource(
      'core/services/document-service/internationalization',
      'A list of locales for one document gets status 400.',
    ),
    unknown: recorded('A locale without entries returns an empty list.'),
    all: recorded('locale=all of Strapi 4 is a locale without entries.'),
    one: documented(locale, 'One document is returned in the requested locale, with the same documentId.'),
    'one-missing': documented(locale, 'A document without the locale gets status 404.'),
    'star-one': recorded('locale=* for one document gets status 404.'),
    localizations: inSource('i18n/register', 'populate=localizations returns the other locales of the document.'),
    locales: documented('Internationalization', 'GET /api/i18n/locales lists the locales, one of them the default.'),
  }),
]
