import { isRecord } from '../is-record.js'
import { type Mutant, onResponse, onRequest } from '../mutant.js'
import { at, attributesOf, everyObject, type Loose, type WireRequest } from '../wire.js'

const options = ({ query }: WireRequest): Loose => (isRecord(query['populate']) ? query['populate'] : {})

const within = (name: string) => (request: WireRequest) => {
  for (const inner of Object.values(options(request))) if (isRecord(inner)) delete inner[name]
}

const always =
  (...names: readonly string[]) =>
  (request: WireRequest) => {
    if (!/conf-articles/.test(request.path) || request.method !== 'GET') return
    request.query['populate'] ??= names
  }

export const populateMutants: readonly Mutant[] = [
  onRequest(
    'populate.default',
    ['1/not-populated', '4.3/populate-none', '2.3/relation-left-out', '4.3/populate-ids'],
    'Relations are populated by default',
    always('tags', 'category'),
  ),
  onRequest(
    'populate.default-media',
    ['1/media-not-populated', '2.3/media-left-out'],
    'Media are populated by default',
    always('cover', 'gallery'),
  ),
  onRequest(
    'populate.default-components',
    ['1/components-not-populated', '2.3/component-left-out', '2.3/zone-left-out'],
    'Components are populated by default',
    always('seo', 'links', 'zone'),
  ),
  onRequest('populate.star', ['4.3/populate-star'], 'populate=* only finds to-many relations', ({ query, path }) => {
    if (query['populate'] === '*' && path.includes('articles')) query['populate'] = ['tags', 'wayTags', 'related']
  }),
  onRequest(
    'populate.star-deep',
    ['4.3/populate-star-depth'],
    'populate=* reaches a second level',
    ({ query, path }) => {
      if (query['populate'] === '*' && path.includes('articles'))
        query['populate'] = {
          category: { populate: '*' },
          tags: true,
          detail: true,
          mainTag: true,
          wayTags: true,
          related: true,
          vault: true,
          cover: true,
          gallery: true,
          seo: true,
          links: true,
          zone: true,
        }
    },
  ),
  onRequest('populate.index', ['4.3/populate-index'], 'A list of names populates nothing', ({ query }) => {
    if (Array.isArray(query['populate'])) delete query['populate']
  }),
  onRequest('populate.only', ['4.3/populate-only'], 'Naming one relation populates all', ({ query, path }) => {
    if (Array.isArray(query['populate']) && path.includes('articles')) query['populate'] = '*'
  }),
  ...(['true', 't', '1'] as const).map((word) =>
    onRequest(
      `populate.object-${word}`,
      ['4.3/populate-object-true'],
      `populate[x]=${word} does not populate`,
      (request) => {
        const found = options(request)
        for (const [name, value] of Object.entries(found)) if (value === word) delete found[name]
      },
    ),
  ),
  ...(['false', 'f', '0'] as const).map((word) =>
    onRequest(`populate.object-${word}`, ['4.3/populate-object-false'], `populate[x]=${word} populates`, (request) => {
      const found = options(request)
      for (const [name, value] of Object.entries(found)) if (value === word) found[name] = 'true'
    }),
  ),
  onRequest(
    'populate.nested',
    ['4.3/populate-nested', '4.3/populate-depth', '8/populate-depth'],
    'Nested population is ignored',
    within('populate'),
  ),
  onRequest(
    'populate.depth',
    ['4.3/populate-depth', '8/populate-depth'],
    'Population ends at the third level',
    (request) => {
      const third = at(options(request), 'category', 'populate', 'articles', 'populate', 'category')
      if (third) delete third['populate']
    },
  ),
  onRequest('populate.fields', ['4.3/populate-fields'], 'fields inside populate is ignored', within('fields')),
  onRequest('populate.sort', ['4.3/populate-sort'], 'sort inside populate is ignored', within('sort')),
  onRequest('populate.filters', ['4.3/populate-filters'], 'filters inside populate is ignored', within('filters')),
  onRequest('populate.dotted', ['4.3/populate-dotted'], 'Dotted paths end at the dot', ({ query }) => {
    if (Array.isArray(query['populate']))
      query['populate'] = query['populate'].map((path: unknown) => String(path).split('.')[0])
  }),
  onRequest('populate.zone', ['4.3/populate-zone'], 'populate inside a zone is ignored', (request) => {
    delete at(options(request), 'zone')?.['populate']
  }),
  onRequest('populate.zone-on', ['4.3/populate-zone-on'], 'on populates every component of the zone', (request) => {
    const zone = at(options(request), 'zone')
    if (zone && 'on' in zone) options(request)['zone'] = { populate: '*' }
  }),
  onRequest('populate.zone-on-fields', ['4.3/populate-zone-on-fields'], 'fields below on is ignored', (request) => {
    for (const inner of Object.values(at(options(request), 'zone', 'on') ?? {}))
      if (isRecord(inner)) delete inner['fields']
  }),
  onResponse(
    'populate.order',
    ['4.3/populate-order'],
    'Populated entries are an object by id',
    (response, { query }) => {
      if (!Array.isArray(query['populate'])) return
      for (const attributes of attributesOf(response)) {
        for (const value of Object.values(attributes)) {
          if (isRecord(value) && Array.isArray(value['data']))
            value['data'] = (value['data'] as Loose[]).toSorted((a, b) => Number(a['id']) - Number(b['id']))
        }
      }
    },
  ),
  onRequest('populate.unknown', ['4.3/populate-unknown'], 'Unknown names in populate are ignored', ({ query }) => {
    const { populate } = query
    if (Array.isArray(populate))
      query['populate'] = populate.filter((name: unknown) => !String(name).includes('surelyNot'))
    if (isRecord(populate)) delete populate['surelyNot']
  }),
  onResponse(
    'populate.permission',
    ['4.3/populate-permission'],
    'Entries that the caller may not find are populated',
    (response, { headers }) => {
      if (headers.get('authorization') === null)
        for (const attributes of attributesOf(response))
          if ('category' in attributes) attributes['vault'] = { data: { id: 1, attributes: { secret: 'deep secret' } } }
    },
  ),
  onResponse(
    'populate.nested-attributes',
    ['2.5/attributes', '2.2/populated-to-one'],
    'Populated entries have no attributes',
    (response) => {
      for (const attributes of attributesOf(response)) {
        everyObject(attributes, (found) => {
          if (isRecord(found['data']) && 'attributes' in found['data']) found['data'] = { id: found['data']['id'] }
        })
      }
    },
  ),
]
