import { section } from '../clause.js'
import { contested, documented, inSource, recorded } from './sources.js'

const status = 'REST API: Status'
const locale = 'REST API: Locale'
const input = 'Default input validation'
const graphql = 'GraphQL API'

/** What only documents have: publication, localization, and the rules of their bodies. GraphQL. */
export const documentClauses = [
  ...section('documents', {
    created: documented(status, 'A create gets status 201 and publishes the document.'),
    deleted: documented('REST API reference', 'A delete gets status 204 without a body, and removes every version.'),
    'delete-missing': recorded('Deleting a missing document gets status 204.'),
    'system-keys': documented(input, 'id, documentId, createdAt and updatedAt in a body get status 400.'),
    publishedAt: inSource('core/services/document-service', 'publishedAt in a body is ignored: status decides.'),
    'body-locale': inSource('core/services/document-service', 'locale in a body is ignored: the parameter decides.'),
    fields: recorded('fields selects the attributes in responses to create and update.'),
    parameters: documented('API configuration', 'An unknown parameter of a write gets status 400.', {
      when: 'strictParams',
    }),
    draft: documented(status, 'A create with status=draft creates a draft, which is not published.'),
    publish: inSource('core/services/document-service/repository', 'An update with an empty data publishes the draft.'),
    'update-draft': documented(status, 'An update with status=draft leaves the published version as it is.'),
    update: documented(status, 'An update without status changes and publishes the draft.'),
    'new-row': inSource(
      'core/services/document-service/repository',
      'Publishing gives the published version a new id.',
    ),
    unpublish: recorded('An update with publishedAt null does not unpublish.'),
    'no-actions': recorded('No path publishes, unpublishes or discards a document.'),
    incomplete: inSource('core/services/entity-validator', 'A draft may lack required attributes.', {
      when: 'draftAndPublish',
    }),
    'publish-validates': inSource(
      'core/services/entity-validator',
      'A draft without them is not published: status 400.',
      {
        when: 'draftAndPublish',
      },
    ),
    'draft-targets': inSource(
      'core/services/document-service/repository',
      'A published version is linked to published targets, its draft to drafts.',
      { when: 'draftAndPublish' },
    ),
  }),
  ...section('localizations', {
    create: documented(locale, 'An update with the locale of a missing version creates it, with the same documentId.'),
    first: documented(locale, 'A create with a locale creates a document in it.'),
    separate: documented(locale, 'An update of one locale keeps the localized attributes of the others.', {
      when: 'i18n',
    }),
    shared: documented('Internationalization', 'Attributes that are not localized are the same in every locale.', {
      when: 'i18n',
    }),
    'delete-one': documented(locale, 'A delete with a locale only removes that locale.'),
    'delete-default': recorded('A delete without a locale only removes the default locale.'),
    'delete-all': documented(locale, 'A delete with locale=* removes every locale.'),
    star: inSource(
      'core/services/document-service/internationalization',
      'locale=* for another write gets status 400.',
    ),
  }),
  ...section('graphql', {
    many: documented(graphql, 'The query xs returns a list of entries.', { when: 'graphql' }),
    connection: documented(graphql, 'The query xs_connection returns nodes and pageInfo.', { when: 'graphql' }),
    one: documented(graphql, 'The query x takes a documentId.', { when: 'graphql' }),
    missing: recorded('A missing document is null without an error.', { when: 'graphql' }),
    flat: documented(graphql, 'Types have their attributes and documentId, no id and no attributes.', {
      when: 'graphql',
    }),
    same: recorded('GraphQL returns the same values as REST.', { when: 'graphql' }),
    status: documented(graphql, 'status is PUBLISHED by default, DRAFT returns drafts.', { when: 'graphql' }),
    locale: documented(graphql, 'locale returns the entries of a locale.', { when: 'graphql' }),
    filters: documented(graphql, 'filters has the operators of REST without the $ sign.', { when: 'graphql' }),
    pagination: documented(graphql, 'pagination takes page, pageSize, start and limit.', { when: 'graphql' }),
    sort: documented(graphql, 'sort takes a list of strings.', { when: 'graphql' }),
    'publication-filter': documented(
      'REST API: Publication filter',
      'publicationFilter takes the values of REST in capitals.',
      {
        when: 'graphql',
      },
    ),
    relations: documented(graphql, 'A relation is an entry or a list, and x_connection its nodes.', {
      when: 'graphql',
    }),
    create: documented(graphql, 'The mutation createX returns the new entry.', { when: 'graphql' }),
    update: documented(graphql, 'The mutation updateX takes a documentId and returns the entry.', { when: 'graphql' }),
    delete: documented(graphql, 'The mutation deleteX takes a documentId and returns it.', { when: 'graphql' }),
    'delete-locale': contested(
      'documentation, GraphQL API',
      'deleteX removes the locale that it names.',
      'The documentation shows the argument locale; Strapi 5.54.0 ignores it and removes the default locale.',
      { when: 'graphql' },
    ),
    permission: documented('Users & Permissions', 'GraphQL needs the same permissions as REST.', { when: 'graphql' }),
    errors: recorded('A failed query has errors with messages.', { when: 'graphql' }),
  }),
]
