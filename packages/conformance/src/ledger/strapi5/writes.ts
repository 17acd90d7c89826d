import { byDatabase, section } from '../clause.js'
import { contested, documented, inSource, recorded } from './sources.js'

const endpoints = 'REST API reference'
const relations = 'REST API: Relations'
const models = 'Models'
const access = 'Users & Permissions'

const type = (name: string, text: string) => documented(models, `${name}: ${text}`, { like: [`2.3/${name}`] })

/** Values, writes, validation, relations, components and access. */
export const writeClauses = [
  ...section('values', {
    string: type('string', 'a string, unchanged.'),
    text: type('text', 'a string, unchanged.'),
    richtext: type('richtext', 'a string, unchanged.'),
    enumeration: type('enumeration', 'one of its values.'),
    email: type('email', 'a string.'),
    uid: type('uid', 'a string.'),
    date: documented(models, 'date: a string YYYY-MM-DD.', { like: ['2.3/date', '2.3/date-format'] }),
    time: type('time', 'a time of day.'),
    'time-format': byDatabase(
      'PostgreSQL returns a time without a fraction of zero.',
      recorded('A time has the format HH:mm:ss.SSS.', { like: ['2.3/time-format'] }),
    ),
    datetime: type('datetime', 'an ISO 8601 timestamp.'),
    timestamp: recorded('timestamp: a string of milliseconds.', { like: ['2.3/timestamp', '2.3/timestamp-format'] }),
    integer: type('integer', 'a number.'),
    biginteger: type('biginteger', 'a string of digits.'),
    'biginteger-exact': byDatabase(
      'The driver of SQLite returns whole numbers as doubles, which have 53 bits.',
      documented(models, 'biginteger keeps every digit.', { like: ['2.3/biginteger-exact'] }),
    ),
    float: type('float', 'a number.'),
    decimal: type('decimal', 'a number.'),
    boolean: type('boolean', 'true or false.'),
    json: type('json', 'the JSON value that was written.'),
    private: documented(models, 'Private attributes and passwords are never in responses, filters or sorts.', {
      like: ['2.3/private', '2.3/password-hidden', '2.3/password'],
      protects: 'private',
    }),
    'updatedAt-moves': recorded('An update changes updatedAt and keeps createdAt.', { like: ['2.4/updatedAt-moves'] }),
  }),
  ...section('writes', {
    create: documented(endpoints, 'POST /api/:pluralApiId with { data } creates a document and returns it.', {
      like: ['4.1/create', '4.1/r2'],
    }),
    update: documented(
      endpoints,
      'PUT /api/:pluralApiId/:documentId changes the named attributes, and returns the entry.',
      {
        like: ['4.1/update', '4.1/r3'],
      },
    ),
    null: documented(endpoints, 'null clears an attribute.', { like: ['4.1/r3-null'] }),
    single: documented(endpoints, 'A single type is created and updated by PUT, and deleted by DELETE.', {
      like: ['4.1/single-get', '4.1/single-put', '2.5/kind'],
    }),
    delete: documented(endpoints, 'A deleted document is not found any more.', { like: ['4.1/r4'] }),
    'missing-data': inSource('core/core-api/controller/collection-type', 'A body without data gets status 400.', {
      like: ['4.1/missing-data'],
    }),
    'unknown-attribute': documented('Default input validation', 'An unknown attribute gets status 400 and is named.', {
      like: ['4.1/unknown-attribute'],
    }),
    default: documented(models, 'An absent attribute gets its default on create.', { like: ['4.1/default'] }),
  }),
  ...section('validation', {
    required: documented(models, 'A published entry must have its required attributes.', { like: ['4.1/required'] }),
    unique: documented(models, 'A value of a unique attribute occurs once among published entries.', {
      like: ['4.1/unique'],
    }),
    length: documented(models, 'A string outside minLength and maxLength gets status 400.', { like: ['4.1/length'] }),
    range: documented(models, 'A number outside min and max gets status 400.', { like: ['4.1/range'] }),
    regex: documented(models, 'A string that does not match regex gets status 400.', { like: ['4.1/regex'] }),
    enum: documented(models, 'A value outside the enumeration gets status 400.', { like: ['4.1/enum'] }),
    email: documented(models, 'A string that is not an e-mail address gets status 400.', { like: ['4.1/email'] }),
    type: recorded('A value of the wrong type gets status 400.', { like: ['4.1/type'] }),
    'type-biginteger': byDatabase(
      'SQLite stores any text in a column of whole numbers.',
      contested(
        'documentation, Models',
        'A string that is not a whole number gets status 400 for a biginteger.',
        'The documentation does not say it; Strapi 5.54.0 leaves it to the database.',
        { like: ['4.1/type-biginteger'] },
      ),
    ),
  }),
  ...section('relations', {
    plain: documented(relations, 'A list of documentIds replaces the relation.', {
      like: ['4.4/plain', '4.4/r1', '4.1/r2-ids', '4.1/r2-relations'],
    }),
    one: documented(relations, 'A to-one relation takes a single documentId.', {
      like: ['4.4/r5-single', '4.1/r2-id'],
    }),
    object: recorded('A to-one relation takes { documentId }.', { like: ['4.4/object'] }),
    connect: documented(relations, 'connect adds documents and keeps the existing ones.', { like: ['4.4/connect'] }),
    'connect-short': documented(relations, 'connect takes documentIds.', { like: ['4.4/connect-short'] }),
    'connect-long': documented(relations, 'connect takes { documentId, position }.', { like: ['4.4/connect-long'] }),
    disconnect: documented(relations, 'disconnect removes the named documents.', {
      like: ['4.4/disconnect', '4.4/disconnect-short', '4.4/disconnect-long'],
    }),
    'connect-disconnect': documented(relations, 'connect and disconnect can be combined.', {
      like: ['4.4/connect-disconnect'],
    }),
    set: documented(relations, 'set replaces the relation, in order.', {
      like: ['4.4/set', '4.4/set-short', '4.4/set-long'],
    }),
    'set-alone': contested(
      'documentation, REST API: Relations',
      'set with connect or disconnect is rejected.',
      'The documentation forbids it without a response; Strapi 5.54.0 ignores the other key.',
      { like: ['4.4/set-connect', '4.4/set-disconnect'] },
    ),
    position: documented(relations, 'position places a document.', { like: ['4.4/r2'] }),
    before: documented(relations, 'before places it right before the named one.', { like: ['4.4/r2-before'] }),
    after: documented(relations, 'after places it right after the named one.', { like: ['4.4/r2-after'] }),
    start: documented(relations, 'start places it first.', { like: ['4.4/r2-start'] }),
    end: documented(relations, 'end places it last.', { like: ['4.4/r2-end'] }),
    'default-end': documented(relations, 'Without a position it is placed last.', { like: ['4.4/r2-default'] }),
    'one-position': contested(
      'documentation, REST API: Relations',
      'A position with several keys or none is rejected.',
      'The documentation lists the keys one by one; Strapi 5.54.0 takes the first and ignores the rest.',
      { like: ['4.4/r2-exactly-one'] },
    ),
    sequence: documented(relations, 'The items of connect are applied in order.', {
      like: ['4.4/r3', '4.4/r3-example'],
    }),
    twice: documented(relations, 'Connecting a document more than once in a request is an error.', {
      like: ['4.4/r4', '4.4/r4-nothing', '7/r2'],
    }),
    last: documented(relations, 'In a to-one relation the last document wins, in every syntax.', {
      like: ['4.4/r5-one-to-one', '4.4/r5-many-to-one', '4.4/r5-one-way'],
    }),
    kinds: documented(relations, 'Positions work on every kind of to-many relation.', {
      like: ['4.4/r6-one-to-many', '4.4/r6-many-to-many', '4.4/r6-many-way'],
    }),
    untouched: documented(relations, 'An update keeps the relations that it does not name.', {
      like: ['4.1/r3-relations'],
    }),
    sides: documented(relations, 'A relation that is written on one side is visible on the other.', {
      like: ['4.4/both-sides'],
    }),
    'missing-target': inSource('core/services/document-service/transform', 'A missing target gets status 400.', {
      like: ['4.4/missing-target', '4.4/shape'],
    }),
    'missing-anchor': inSource(
      'database/entity-manager/relations-orderer',
      'A position beside a document that is not connected gets status 400.',
      { like: ['4.4/missing-anchor'] },
    ),
    again: recorded('Connecting a document again moves it to the end.', { like: ['4.4/connect-again'] }),
    'not-connected': recorded('Disconnecting a document that is not connected changes nothing.', {
      like: ['4.4/disconnect-missing'],
    }),
    clear: recorded('null or an empty list clears the relation.', { like: ['4.4/null'] }),
    'filter-null': recorded('A relation without a target is found by $null on the documentId.', {
      like: ['4.3/relation-null'],
    }),
  }),
  ...section('components', {
    none: documented('Populate & Select', 'Components and zones are not returned unless populated.', {
      when: 'components',
      like: ['1/components-not-populated', '2.3/component-left-out', '2.3/zone-left-out'],
    }),
    inline: documented(models, 'A component is an object, a repeatable one a list, with its attributes inline.', {
      when: 'components',
      like: ['2.2/populated-component', '2.2/populated-repeatable'],
    }),
    empty: recorded('A component without a value is null, a repeatable one and a zone are [].', {
      when: 'components',
      like: ['2.2/populated-component-empty'],
    }),
    zone: documented(models, 'A zone is a list of components, each with __component.', {
      when: 'components',
      like: ['2.2/populated-zone', '2.2/zone-component-name'],
    }),
    write: documented(models, 'Components and zones are written inline.', {
      when: 'components',
      like: ['4.1/component-write', '4.1/zone-write'],
    }),
    replaced: documented(models, 'A component without an id replaces the existing one.', {
      when: 'components',
      like: ['4.1/component-replace'],
    }),
    all: documented('Populate & Select', 'populate[<zone>][populate]=* populates within each component.', {
      when: 'components',
      like: ['4.3/populate-zone'],
    }),
    on: documented('Populate & Select', 'populate[<zone>][on][<component>] selects and populates one component.', {
      when: 'components',
      like: ['4.3/populate-zone-on', '4.3/populate-zone-on-fields'],
    }),
    'no-endpoint': documented(endpoints, 'A component has no endpoint.', {
      when: 'components',
      like: ['1/no-component-endpoints'],
    }),
    filter: documented('REST API: Filters', 'A filter can use attributes of components.', {
      when: 'components',
      like: ['4.3/filters-component'],
    }),
    'filter-zone': documented('REST API: Filters', 'A filter can not use a zone: status 400.', {
      when: 'components',
      like: ['4.3/filter-zone'],
    }),
  }),
  ...section('access', {
    find: documented(access, 'Listing needs the permission find.', {
      when: 'permissions',
      like: ['5/r2-find', '5/r1'],
    }),
    findOne: documented(access, 'Reading one document needs the permission findOne.', {
      when: 'permissions',
      like: ['5/r2-findOne'],
    }),
    write: documented(access, 'Each write needs the permission of its action.', {
      when: 'permissions',
      like: ['5/r2-write'],
    }),
    forbidden: recorded('Without credentials and the permission, the status is 403.', {
      when: 'permissions',
      like: ['5/r6'],
    }),
    filter: documented(access, 'Filters and sorts can not use what the caller may not find.', {
      when: 'permissions',
      protects: 'permissions',
      like: ['4.3/filter-permission'],
    }),
    token: documented('API tokens', 'An API token is sent as Authorization: Bearer.', {
      when: 'apiTokens',
      like: ['5/r4', '5/scheme'],
    }),
    'wrong-token': documented('API tokens', 'An unknown token gives no access.', {
      when: 'apiTokens',
      like: ['5/wrong-token'],
      protects: 'permissions',
    }),
    'wrong-password': documented(access, 'A wrong password returns no JWT, and a changed JWT gives no access.', {
      when: 'accounts',
      like: ['5/wrong-password'],
      protects: 'permissions',
    }),
    'user-secrets': documented(access, 'A user record contains no password, no hash of one, and no token.', {
      when: 'accounts',
      like: ['2.4/user-no-password'],
      protects: 'passwords',
    }),
    'bad-token': recorded('A wrong token gets status 401.', { when: 'apiTokens', like: ['5/bad-credentials'] }),
  }),
]
