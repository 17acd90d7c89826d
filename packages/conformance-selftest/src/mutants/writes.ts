import { isRecord } from '../is-record.js'
import { type Mutant, onResponse, onBoth, onRequest } from '../mutant.js'
import { at, attributesOf, everyObject, type Loose } from '../wire.js'
import { dataOf } from './body.js'

export const writeMutants: readonly Mutant[] = [
  onRequest('write.create-loses', ['4.1/r2', '4.1/create'], 'A create loses strings', (request) => {
    const data = dataOf(request)
    if (request.method === 'POST')
      for (const name of ['name', 'str']) if (name in data && !request.path.includes('rules')) data[name] = null
  }),
  onResponse(
    'write.create-flat',
    ['4.1/create', '2.1/data'],
    'A create returns the entry without data',
    (response, { method, path }) => {
      if (method === 'POST' && path === '/api/conf-tags' && isRecord(response.body) && response.status < 300)
        response.body = { ...(response.body['data'] as Loose), meta: {} }
    },
  ),
  onResponse('write.update-old', ['4.1/update'], 'An update returns the previous values', (response, { method }) => {
    if (method === 'PUT')
      for (const attributes of attributesOf(response))
        for (const name of ['name', 'str']) if (typeof attributes[name] === 'string') attributes[name] = 'before'
  }),
  onRequest('write.update-clears', ['4.1/r3'], 'An update clears attributes that it does not name', (request) => {
    const data = dataOf(request)
    if (request.method === 'PUT' && request.path.includes('conf-items')) data['label'] ??= null
    if (request.method === 'PUT' && request.path.includes('conf-tags'))
      data['name'] ??= data['name'] === undefined ? null : data['name']
  }),
  onResponse(
    'write.single-again',
    ['4.1/single-put'],
    'Each PUT creates another entry of the single type',
    (response, { method, path, body }) => {
      const made = at(response.body, 'data')
      if (method === 'PUT' && path === '/api/conf-home' && made)
        made['id'] = Number(made['id']) + JSON.stringify(body).length
    },
  ),
  onRequest('write.update-null', ['4.1/r3-null'], 'null counts as absent', (request) => {
    const data = dataOf(request)
    if (request.method === 'PUT')
      for (const [name, value] of Object.entries(data)) if (value === null) delete data[name]
  }),
  onRequest(
    'write.update-relations',
    ['4.1/r3-relations'],
    'An update clears relations that it does not name',
    (request) => {
      if (request.method !== 'PUT') return
      const names = request.path.includes('articles')
        ? ['tags', 'wayTags', 'category']
        : request.path.includes('categories')
          ? ['children']
          : []
      const data = dataOf(request)
      for (const name of names) if (!(name in data)) data[name] = []
    },
  ),
  onBoth('write.delete-keeps', ['4.1/delete', '4.1/r4'], 'A delete returns the entry and keeps it', {
    request: (request) => {
      if (request.method === 'DELETE' && request.path.includes('conf-tags')) request.method = 'GET'
    },
  }),
  onResponse('write.delete-empty', ['4.1/r4', '4.1/delete'], 'A delete returns no entry', (response, { method }) => {
    if (method === 'DELETE' && response.status === 200) response.body = { data: null, meta: {} }
  }),
  onRequest(
    'write.publish',
    ['3/create-draft', '3/draft', '2.4/publishedAt-draft'],
    'A create always publishes',
    (request) => {
      const data = dataOf(request)
      if (request.method === 'POST' && data['publishedAt'] === null) delete data['publishedAt']
    },
  ),
  onRequest(
    'write.never-publish',
    ['3/create-live', '3/live'],
    'A create without publishedAt makes a draft',
    (request) => {
      const data = dataOf(request)
      if (request.method === 'POST' && request.path.includes('articles') && !('publishedAt' in data))
        data['publishedAt'] = null
    },
  ),
  onRequest(
    'write.state-fixed',
    ['3/publish', '3/unpublish'],
    'An update never publishes or unpublishes',
    (request) => {
      if (request.method === 'PUT') delete dataOf(request)['publishedAt']
    },
  ),
  onRequest('write.locale', ['4.1/r2-locale'], 'A create ignores the locale of its body', (request) => {
    if (request.method === 'POST' && !request.path.endsWith('localizations')) delete dataOf(request)['locale']
  }),
  onResponse('write.localizations', ['4.1/localizations'], "An entry doesn't list its localizations", (response) => {
    for (const attributes of attributesOf(response))
      if ('localizations' in attributes) attributes['localizations'] = { data: [] }
  }),
  onRequest('write.component', ['4.1/component-write'], 'Components in a body are ignored', (request) => {
    for (const name of ['seo', 'links']) delete dataOf(request)[name]
  }),
  onRequest('write.zone', ['4.1/zone-write'], 'Zones in a body are ignored', (request) => {
    delete dataOf(request)['zone']
  }),
  onRequest('write.component-merge', ['4.1/component-replace'], 'A component with an id is replaced', (request) => {
    const data = dataOf(request)
    if (isRecord(data['seo'])) delete data['seo']['id']
  }),
  onResponse(
    'write.single',
    ['4.1/single-get', '4.1/single-put', '2.5/kind'],
    'The single type never exists',
    (response, { path }) => {
      if (path === '/api/conf-home')
        Object.assign(response, {
          status: 404,
          body: { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } },
        })
    },
  ),
  onResponse(
    'write.drafts-everywhere',
    ['2.5/options'],
    'Types without drafts have publishedAt',
    (response, { path }) => {
      if (path.includes('items')) for (const attributes of attributesOf(response)) attributes['publishedAt'] = null
    },
  ),
  onResponse(
    'write.both-sides-deleted',
    ['4.4/both-sides'],
    'The other side of a one-to-one relation is empty',
    (response, { path }) => {
      if (path.includes('conf-details'))
        everyObject(response.body, (found) =>
          isRecord(found['article']) ? Object.assign(found, { article: { data: null } }) : undefined,
        )
    },
  ),
]
