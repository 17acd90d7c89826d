import type { Position } from './syntax.js'

/** The kinds of code that mean something else in Strapi 5, with the reason. */
export const reasons = {
  'numeric-id':
    'Strapi 5 addresses entries by documentId: a number in the path finds nothing (404), and a delete reports success',
  'relation-id': 'numbers of rows change with each publication: connect, disconnect and set by documentId',
  'id-filter': 'ids are numbers of rows, which change with each publication: filter by documentId',
  'id-sort': 'ids are numbers of rows, which change with each publication: sort by createdAt',
  'publication-state': 'publicationState is an unknown parameter (400, or ignored): use status',
  'published-at':
    "publishedAt in data is ignored, and the write publishes: pass status: 'draft' in the query for a draft",
  'draft-filter': "a list never contains published entries and drafts together: read drafts with status: 'draft'",
  unpublish: 'REST has no route that makes a published entry a draft: the project needs one',
  localization: 'localizations are locales of one document: update the documentId with locale in the query',
  'locale-in-data': 'locale in data is ignored, and the entry gets the default locale: pass locale in the query',
  'all-locales': "locale 'all' is an unknown locale, so the list is empty: use '*'",
  'i18n-parameter': 'plugins[i18n][locale] is an unknown parameter (400, or ignored): use locale',
  envelope: 'entries have no attributes and data inside: read the attributes beside documentId',
  'deleted-entry': 'a delete returns no entry (204)',
  'created-files': 'an entry is not created with files: upload them first, then write their ids',
  'unlimited-list': 'a limit or a page size below 1 becomes 1: read the pages',
  'populate-limit': 'pagination in populate is an error (400)',
  'populate-deep': "populate 'deep' of a plugin is an error (400): name the relations",
  'registered-fields': 'register accepts username, email and password, and the fields of register.allowedFields',
  'provider-token': 'since 5.53 the redirect of a provider has no access_token: the session is in a cookie',
  'response-format':
    'the header Strapi-Response-Format: v4 fails from browsers (CORS), and changes neither ids nor drafts',
  'graphql-envelope': 'GraphQL results have no data and attributes: lists are nodes or arrays of entries',
  'graphql-id': 'GraphQL addresses entries by documentId: there is no argument id',
  'graphql-localization': 'the mutations that create localizations are gone: update with locale',
  'graphql-upload': 'GraphQL has no uploads: send files to /api/upload',
} as const

export type Rule = keyof typeof reasons

/** Code that means something else in Strapi 5. */
export interface Finding {
  /** Relative to the folder, with `/`. */
  readonly file: string
  /** Starts at 1. */
  readonly line: number
  readonly rule: Rule
  readonly reason: string
  /** The line of code. */
  readonly code: string
}

/** Reports code at a position. */
export type Report = (rule: Rule, position: Position) => void
