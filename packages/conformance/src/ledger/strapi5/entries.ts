import { section } from '../clause.js'
import { contested, documented, inSource, recorded } from './sources.js'

const format = 'New response format'
const endpoints = 'REST API reference'

/** Documents, their envelope, paths and errors. */
export const entryClauses = [
  ...section('entries', {
    flat: documented(format, 'An entry is a flat object: its attributes are beside id and documentId.', {
      like: ['2.2/attributes', '2.5/attributes'],
    }),
    list: documented(endpoints, 'GET /api/:pluralApiId returns { data: [entry, …], meta }.', {
      like: ['4.1/list', '2.1/data'],
    }),
    one: documented(endpoints, 'GET /api/:pluralApiId/:documentId returns { data: entry, meta }.', {
      like: ['4.1/read'],
    }),
    documentId: documented('Use documentId', 'documentId is a string that names the document in paths.', {
      like: ['2.2/id', '4.1/numeric-id'],
    }),
    'documentId-form': inSource(
      'core/utils/transform-content-types-to-models',
      'documentId has 24 lower-case letters and digits, and begins with a letter.',
    ),
    'row-id': documented(format, 'id is the number of the row, beside documentId.'),
    'row-id-path': documented('Use documentId', 'The path of an entry takes no row id: a number gets status 404.'),
    'row-id-versions': recorded('The draft and the published version of a document have different ids.'),
    meta: documented(endpoints, 'meta is an object.', { like: ['2.1/meta'] }),
    pagination: documented(endpoints, 'meta of a list contains its pagination.', { like: ['2.1/meta-pagination'] }),
    success: documented(endpoints, 'A successful response has no error.', { like: ['2.1/error'] }),
    prefix: documented('API configuration', 'The REST interface is below /api.', { like: ['1/base', '1/endpoints'] }),
    timestamps: documented(format, 'createdAt and updatedAt are ISO 8601 timestamps.', {
      like: ['2.4/createdAt', '2.4/updatedAt'],
    }),
    publishedAt: inSource(
      'core/services/document-service/draft-and-publish',
      'Every entry has publishedAt, also those of types without drafts.',
    ),
    creators: documented('Populate & Select', 'createdBy and updatedBy are not in responses.', {
      like: ['2.4/creator-omitted'],
    }),
    'null-present': recorded('An attribute without a value is present as null.', { like: ['2.2/null-present'] }),
    'content-type': recorded('Responses are application/json in UTF-8.', { like: ['1/content-type'] }),
    head: recorded('HEAD gets the status and the headers of GET, without a body.', { like: ['1/head'] }),
    localeless: inSource('i18n/register', 'Entries of types that are not localized have no locale.', {
      when: 'i18n',
      like: ['2.4/locale'],
    }),
  }),
  ...section('errors', {
    shape: documented(
      'Error handling',
      'A failed request is { data: null, error: { status, name, message, details } }.',
      {
        like: ['7/error', '7/shape', '2.1/data-on-error'],
      },
    ),
    status: documented('Error handling', 'error.status is the status of the response.', { like: ['7/status'] }),
    'not-found': documented(endpoints, 'A missing document gets status 404.', { like: ['4.1/missing', '4.1/bad-id'] }),
    'not-found-name': inSource('core/services/errors', 'The error of a missing document is a NotFoundError.'),
    'unknown-path': recorded('A path of no content type gets status 404 in the envelope.', {
      like: ['1/unknown-path'],
    }),
    method: recorded('Another method on a known path gets status 405, and Allow names the methods.', {
      like: ['1/method-not-allowed'],
    }),
    'malformed-json': recorded('A body that is not JSON gets status 400.', {
      like: ['7/malformed-json', '7/no-internals'],
    }),
    keys: recorded('The error of an invalid key has details with key, path and source.'),
    'server-error': contested(
      'documentation, Error handling',
      "A client's mistake never gets status 5xx.",
      'The documentation lists no such status for invalid parameters; Strapi 5.54.0 returns 500 for some.',
      { like: ['7/no-5xx'] },
    ),
  }),
  ...section('v4-format', {
    entries: documented(format, 'With Strapi-Response-Format: v4, entries are { id, documentId, attributes }.'),
    relations: inSource('core/core-api/controller/transform', 'The header wraps populated relations in { data }.'),
    value: inSource('core/core-api/controller', 'Only the exact value v4 changes the response.'),
    parameters: documented(format, 'The header changes no parameter: paths take the documentId.'),
  }),
]
