import { byDatabase, section } from '../clause.js'
import { contested, documented, inSource, recorded } from './sources.js'

const filters = 'REST API: Filters'
const paging = 'REST API: Sort & Pagination'
const populate = 'REST API: Populate & Select'
const format5 = 'New response format'

const operator = (name: string, text: string) => documented(filters, `${name}: ${text}`, { like: [`4.3/${name}`] })

/** Filters, sorting, pagination, fields, population and unknown parameters. */
export const queryClauses = [
  ...section('filters', {
    matching: documented(filters, 'filters keeps the entries that match, and total counts them.', {
      like: ['4.3/filters', '4.1/r1'],
    }),
    lists: documented(filters, 'An operator that takes several values takes them by index.', {
      like: ['4.3/filters-array'],
    }),
    combined: documented(filters, 'Several filters must all match.', { like: ['4.3/filters-combine'] }),
    documentId: documented(filters, 'documentId can be filtered.'),
    deep: documented(filters, 'A filter can use attributes of relations.', { like: ['4.3/filters-deep'] }),
    plain: recorded('A value without an operator means $eq.', { like: ['4.3/filters-plain'] }),
    $eq: operator('$eq', 'equal.'),
    $eqi: operator('$eqi', 'equal, whatever the case.'),
    $ne: operator('$ne', 'not equal.'),
    $nei: documented(filters, '$nei: not equal, whatever the case.'),
    $lt: operator('$lt', 'less than.'),
    $lte: operator('$lte', 'less than or equal.'),
    $gt: operator('$gt', 'greater than.'),
    $gte: operator('$gte', 'greater than or equal.'),
    $in: operator('$in', 'one of the list.'),
    $notIn: operator('$notIn', 'none of the list.'),
    $contains: operator('$contains', 'contains the string.'),
    $notContains: operator('$notContains', 'does not contain the string.'),
    $containsi: operator('$containsi', 'contains the string, whatever the case.'),
    $notContainsi: operator('$notContainsi', 'does not contain the string, whatever the case.'),
    $null: operator('$null', 'there is no value.'),
    $notNull: operator('$notNull', 'there is a value.'),
    $between: documented(filters, '$between: between the two values.', { like: ['4.3/$between', '4.3/$between-ends'] }),
    $startsWith: operator('$startsWith', 'begins with the string.'),
    $startsWithi: operator('$startsWithi', 'begins with the string, whatever the case.'),
    $endsWith: operator('$endsWith', 'ends with the string.'),
    $endsWithi: operator('$endsWithi', 'ends with the string, whatever the case.'),
    $or: operator('$or', 'one of the groups matches.'),
    $and: operator('$and', 'all groups match.'),
    $not: operator('$not', 'the group does not match.'),
    case: byDatabase(
      'LIKE of SQLite ignores the case of ASCII letters.',
      contested(
        'documentation, REST API: Filters',
        'The operators without i are case-sensitive.',
        'The documentation says case-sensitive; Strapi 5.54.0 leaves it to the database.',
        { like: ['4.3/case'] },
      ),
    ),
    fold: byDatabase(
      'LOWER of SQLite only converts ASCII letters.',
      contested(
        'documentation, REST API: Filters',
        'The operators with i ignore the case of every alphabet.',
        'The documentation names no alphabet; Strapi 5.54.0 leaves it to the database.',
        { like: ['4.3/fold'] },
      ),
    ),
    wildcards: byDatabase(
      'LIKE interprets % and _ as wildcards unless they are escaped.',
      recorded('% and _ in the value of a text operator are literal characters.', { like: ['4.3/wildcards'] }),
    ),
    'negation-null': recorded('Negations do not match entries without a value.', { like: ['4.3/negation-null'] }),
    shape: contested(
      'documentation, Error handling',
      'A filter of the wrong shape gets status 400.',
      'The documentation says nothing; Strapi 5.54.0 returns 500 for some.',
      { like: ['4.3/filter-shape'] },
    ),
    'unknown-attribute': inSource('utils/validate', 'A filter on an unknown attribute gets status 400 and names it.', {
      like: ['4.3/filter-unknown-field'],
    }),
    'unknown-operator': inSource('utils/validate', 'An unknown operator gets status 400.', {
      like: ['4.3/filter-unknown-operator'],
    }),
    one: inSource('core/core-api/controller', 'Filters apply to one document: without a match, it gets status 404.'),
    'relation-documentId': documented(filters, 'A relation is filtered by the documentId of its target.'),
  }),
  ...section('sort', {
    by: documented(paging, 'sort=<attribute> sorts the list.', { like: ['4.2/sort'] }),
    ascending: documented(paging, 'The order is ascending by default, and with :asc.', {
      like: ['4.2/sort-asc', '4.2/sort-default'],
    }),
    descending: documented(paging, ':desc sorts in descending order.', { like: ['4.2/sort-desc'] }),
    several: documented(paging, 'sort[0], sort[1] … sort by several attributes.', {
      like: ['4.2/sort-several', '4.2/sort-index'],
    }),
    comma: inSource('utils/convert-query-params', 'sort takes a list separated by commas, and ignores empty parts.', {
      like: ['4.2/sort-comma'],
    }),
    object: inSource(
      'utils/convert-query-params',
      'sort[<attribute>]=<direction> is the same as <attribute>:<direction>.',
    ),
    direction: inSource('utils/convert-query-params', 'A direction other than asc and desc gets status 400.', {
      like: ['4.2/sort-direction'],
    }),
    unknown: inSource('utils/validate', 'Sorting by an unknown attribute gets status 400.', {
      like: ['4.2/sort-unknown'],
    }),
    nulls: byDatabase(
      'SQLite sorts null before every value, PostgreSQL after.',
      recorded('Entries without a value come first ascending and last descending.', { like: ['4.2/sort-nulls'] }),
    ),
    relation: documented(paging, 'A list can be sorted by an attribute of a relation.', {
      like: ['4.2/sort-relation', '4.2/sort-to-many'],
    }),
  }),
  ...section('pagination', {
    page: documented(paging, 'pagination[page] selects the page, 1 by default.', {
      like: ['4.2/page', '4.2/page-default'],
    }),
    pageSize: documented(paging, 'pagination[pageSize] sets the entries per page, 25 by default.', {
      like: ['4.2/pageSize', '4.2/pageSize-default', '8/pageSize', '8/defaultLimit'],
    }),
    meta: documented(paging, 'Pagination by page returns page, pageSize, pageCount and total.', {
      like: ['4.2/page-meta', '4.2/page-count', '4.2/page-count-empty'],
    }),
    withCount: documented(paging, 'pagination[withCount]=false omits the totals, which are returned by default.', {
      like: ['4.2/withCount', '4.2/withCount-default', '4.2/offset-withCount'],
    }),
    'withCount-values': inSource(
      'core/services/utils/pagination',
      'withCount takes true, t, 1, false, f and 0, else status 400.',
    ),
    start: documented(paging, 'pagination[start] skips that many entries, 0 by default.', {
      like: ['4.2/start', '4.2/start-default'],
    }),
    limit: documented(paging, 'pagination[limit] limits the number of entries, 25 by default.', {
      like: ['4.2/limit', '4.2/limit-default', '8/limit'],
    }),
    'offset-meta': documented(paging, 'Pagination by offset returns start, limit and total.', {
      like: ['4.2/offset-meta'],
    }),
    total: documented(paging, 'total counts all matching entries, whatever the page.', { like: ['4.2/total'] }),
    partition: documented(paging, 'The pages of a sorted list contain every entry exactly once.', {
      like: ['4.2/partition'],
    }),
    mixed: documented(paging, 'Page and offset can not be combined: status 400.', { like: ['4.2/mix'] }),
    'beyond-end': recorded('A page beyond the last is empty, with the same total.', { like: ['4.2/beyond-end'] }),
    maximum: documented('API configuration', 'A limit above api.rest.maxLimit is reduced to it.', {
      like: ['8/maxLimit', '8/maxLimit-pageSize'],
    }),
    minimum: recorded('A page size or a limit below 1 becomes 1.'),
    text: recorded('Text as a page gets status 400, as a page size it means the maximum.'),
  }),
  ...section('fields', {
    named: documented(populate, 'fields returns only the named attributes.', { like: ['4.3/fields'] }),
    ids: inSource('utils/convert-query-params', 'id and documentId are returned whatever fields contains.', {
      like: ['4.3/fields-id'],
    }),
    star: documented(populate, 'fields=* returns all attributes.', { like: ['4.3/fields-star'] }),
    comma: inSource('utils/convert-query-params', 'fields takes a list separated by commas.'),
    relations: documented(populate, 'fields selects no relations.', { like: ['4.3/fields-links'] }),
    unknown: inSource('utils/validate', 'An unknown name in fields gets status 400.', { like: ['4.3/fields-unknown'] }),
  }),
  ...section('populate', {
    none: documented(populate, 'Nothing is populated unless requested.', {
      like: ['1/not-populated', '4.3/populate-none', '2.3/relation-left-out', '4.3/populate-ids'],
    }),
    star: documented(populate, 'populate=* populates relations, media, components and zones one level deep.', {
      like: ['4.3/populate-star', '4.3/populate-star-depth'],
    }),
    named: documented(populate, 'populate[0]=<name> populates only the named attributes.', {
      like: ['4.3/populate-index', '4.3/populate-only'],
    }),
    'to-one': documented(format5, 'A populated to-one relation is the entry itself, or null.', {
      like: ['2.2/populated-to-one', '2.2/populated-to-one-empty'],
    }),
    'to-many': documented(format5, 'A populated to-many relation is a list of entries.', {
      like: ['2.2/populated-to-many', '2.2/populated-to-many-empty'],
    }),
    object: documented(populate, 'populate[<name>]=true populates an attribute.', {
      like: ['4.3/populate-object-true', '4.3/populate-object-false'],
    }),
    nested: documented(populate, 'populate[<name>][populate] populates the next level.', {
      like: ['4.3/populate-nested', '4.3/populate-nested-star', '4.3/populate-depth'],
    }),
    dotted: inSource('utils/convert-query-params', 'A dotted path populates several levels.', {
      like: ['4.3/populate-dotted-relation', '4.3/populate-dotted'],
    }),
    fields: documented(populate, 'populate[<name>][fields] selects the attributes of the populated entries.', {
      like: ['4.3/populate-fields'],
    }),
    filters: documented(populate, 'populate[<name>][filters] filters the populated entries.', {
      like: ['4.3/populate-filters'],
    }),
    sort: documented(populate, 'populate[<name>][sort] sorts the populated entries.', { like: ['4.3/populate-sort'] }),
    order: recorded('Populated entries keep the order of the relation.', { like: ['4.3/populate-order'] }),
    writes: recorded('populate also works for create and update.', { like: ['4.3/populate-write'] }),
    count: recorded('populate[<relation>][count]=true returns { count } instead of the entries.'),
    unknown: inSource('utils/validate', 'An unknown name in populate gets status 400.', {
      like: ['4.3/populate-unknown'],
    }),
    limits: recorded('Pagination inside populate gets status 400.', { like: ['4.2/with-populate'] }),
    'nested-star-key': recorded('populate[<name>]=* gets status 400.'),
    permission: documented(populate, 'Entries that the caller may not find are not populated.', {
      when: 'permissions',
      like: ['4.3/populate-permission'],
    }),
  }),
  ...section('parameters', {
    unknown: documented('API configuration', 'With strict parameters an unknown key gets status 400 and is named.', {
      when: 'strictParams',
      like: ['4.3/unknown-parameter'],
    }),
    'unknown-details': recorded('The error of an unknown key has details { key, path, source: query }.', {
      when: 'strictParams',
    }),
    old: recorded('publicationState of Strapi 4 is an unknown key.', { when: 'strictParams' }),
    lookup: inSource('utils/content-api-constants', 'lookup is always rejected.'),
    'top-level-page': recorded('page and pageSize outside of pagination get status 400.'),
    search: documented('REST API: Parameters', '_q keeps the entries that contain the text.'),
  }),
]
