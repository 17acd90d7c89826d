import { isRecord } from '../../check/read.js'
import { type Mutant, onAnswer, onBoth, onRequest } from '../mutant.js'
import { at, attributesOf, everyObject, type Loose, type WireRequest } from '../wire.js'

const isWrite = ({ method, path }: WireRequest) =>
  (method === 'POST' || method === 'PUT') && path.startsWith('/api/conf-')
const dataOf = (request: WireRequest): Loose => (isWrite(request) ? (at(request.body, 'data') ?? {}) : {})

const many = new Set(['tags', 'wayTags', 'children', 'related'])
const one = new Set(['category', 'detail', 'mainTag'])

/** Visits the relation values of a body. */
function relations(request: WireRequest, names: ReadonlySet<string>, change: (value: unknown) => unknown): void {
  const data = dataOf(request)
  for (const [name, value] of Object.entries(data)) if (names.has(name)) data[name] = change(value)
}

const onMany = (id: string, clauses: readonly string[], breaks: string, change: (value: unknown) => unknown): Mutant =>
  onRequest(id, clauses, breaks, (request) => relations(request, many, change))

const onOne = (
  id: string,
  clauses: readonly string[],
  breaks: string,
  name: string,
  change: (value: unknown) => unknown,
): Mutant => onRequest(id, clauses, breaks, (request) => relations(request, new Set([name]), change))

const inObject = (change: (value: Loose) => unknown) => (value: unknown) => (isRecord(value) ? change(value) : value)
const items = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const idOf = (item: unknown) => (isRecord(item) ? item['id'] : item)
const isLong = (item: unknown) => isRecord(item)

/** Rewrites each longhand item of connect. */
const eachItem = (change: (item: Loose) => unknown) =>
  inObject((value) =>
    'connect' in value
      ? { ...value, connect: items(value['connect']).map((item) => (isRecord(item) ? change(item) : item)) }
      : value,
  )

const position = (key: string, instead: Loose | undefined) =>
  eachItem((item) => {
    if (!isRecord(item['position']) || !(key in item['position']) || Object.keys(item['position']).length !== 1)
      return item
    return { ...item, position: instead ?? { [key === 'before' ? 'after' : 'before']: item['position'][key] } }
  })

const allows = (id: string, clauses: readonly string[], breaks: string, repair: (value: unknown) => unknown) =>
  onMany(id, clauses, breaks, repair)

const relationMutants: readonly Mutant[] = [
  onMany(
    'relations.plain-adds',
    ['4.4/plain', '4.4/r1', '4.1/r2-ids'],
    'A plain array adds instead of replacing',
    (value) =>
      Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')
        ? { connect: value }
        : value,
  ),
  onMany(
    'relations.order-lost',
    ['4.1/r2-relations', '4.4/set', '4.4/set-short', '4.4/r1'],
    'set keeps the order of the ids',
    (value) =>
      Array.isArray(value)
        ? value.toSorted((a, b) => Number(idOf(a)) - Number(idOf(b)))
        : isRecord(value) && 'set' in value
          ? { set: items(value['set']).toSorted((a, b) => Number(idOf(a)) - Number(idOf(b))) }
          : value,
  ),
  onMany(
    'relations.set-adds',
    ['4.4/set'],
    'set adds instead of replacing',
    inObject((value) => (items(value['set']).length > 0 && !('connect' in value) ? { connect: value['set'] } : value)),
  ),
  onMany(
    'relations.set-short',
    ['4.4/set-short'],
    'set ignores plain ids',
    inObject((value) =>
      'set' in value && !('connect' in value) ? { ...value, set: items(value['set']).filter(isLong) } : value,
    ),
  ),
  onMany(
    'relations.set-long',
    ['4.4/set-long'],
    'set ignores objects',
    inObject((value) =>
      'set' in value ? { ...value, set: items(value['set']).filter((item) => !isLong(item)) } : value,
    ),
  ),
  onMany(
    'relations.connect-replaces',
    ['4.4/connect'],
    'connect replaces',
    inObject((value) =>
      'connect' in value &&
      !('disconnect' in value) &&
      !('set' in value) &&
      items(value['connect']).every((item) => !isLong(item) || !('position' in (item as Loose)))
        ? { set: [...new Set(items(value['connect']).map(idOf))] }
        : value,
    ),
  ),
  onMany(
    'relations.connect-short',
    ['4.4/connect-short'],
    'connect ignores plain ids',
    inObject((value) =>
      'connect' in value && Array.isArray(value['connect'])
        ? { ...value, connect: items(value['connect']).filter(isLong) }
        : value,
    ),
  ),
  onMany(
    'relations.connect-long',
    ['4.4/connect-long'],
    'connect ignores objects',
    inObject((value) =>
      'connect' in value && Array.isArray(value['connect'])
        ? { ...value, connect: items(value['connect']).filter((item) => !isLong(item)) }
        : value,
    ),
  ),
  onMany(
    'relations.disconnect-ignored',
    ['4.4/disconnect', '4.4/connect-disconnect'],
    'disconnect is ignored',
    inObject(({ disconnect: _, ...value }) => value),
  ),
  onMany(
    'relations.disconnect-clears',
    ['4.4/disconnect'],
    'disconnect clears',
    inObject((value) => ('disconnect' in value && !('connect' in value) && !('set' in value) ? { set: [] } : value)),
  ),
  onMany(
    'relations.disconnect-short',
    ['4.4/disconnect-short'],
    'disconnect ignores plain ids',
    inObject((value) =>
      'disconnect' in value ? { ...value, disconnect: items(value['disconnect']).filter(isLong) } : value,
    ),
  ),
  onMany(
    'relations.disconnect-long',
    ['4.4/disconnect-long'],
    'disconnect ignores objects',
    inObject((value) =>
      'disconnect' in value
        ? { ...value, disconnect: items(value['disconnect']).filter((item) => !isLong(item)) }
        : value,
    ),
  ),
  onMany(
    'relations.connect-or-disconnect',
    ['4.4/connect-disconnect'],
    'Of connect and disconnect only the first counts',
    inObject((value) => ('connect' in value && 'disconnect' in value ? { connect: value['connect'] } : value)),
  ),
  allows(
    'relations.set-connect',
    ['4.4/set-connect'],
    'set with connect is taken, set wins',
    inObject((value) => ('set' in value && 'connect' in value ? { set: value['set'] } : value)),
  ),
  allows(
    'relations.set-disconnect',
    ['4.4/set-disconnect'],
    'set with disconnect is taken, set wins',
    inObject((value) => ('set' in value && 'disconnect' in value ? { set: value['set'] } : value)),
  ),
  onMany('relations.before', ['4.4/r2-before', '4.4/r2'], 'before places after', position('before', undefined)),
  onMany('relations.after', ['4.4/r2-after', '4.4/r2'], 'after places before', position('after', undefined)),
  onMany('relations.start', ['4.4/r2-start', '4.4/r2'], 'start places at the end', position('start', { end: true })),
  onMany('relations.end', ['4.4/r2-end', '4.4/r2'], 'end places at the start', position('end', { start: true })),
  onMany(
    'relations.default',
    ['4.4/r2-default'],
    'Without a position the entry comes first',
    inObject((value) =>
      'connect' in value
        ? {
            ...value,
            connect: items(value['connect']).map((item) =>
              isRecord(item) && 'position' in item ? item : { id: idOf(item), position: { start: true } },
            ),
          }
        : value,
    ),
  ),
  allows(
    'relations.two-positions',
    ['4.4/r2'],
    'Of two position keys the first counts',
    eachItem((item) =>
      isRecord(item['position'])
        ? { ...item, position: Object.fromEntries(Object.entries(item['position']).slice(0, 1)) }
        : item,
    ),
  ),
  allows(
    'relations.empty-position',
    ['4.4/r2'],
    'An empty position means the end',
    eachItem((item) =>
      isRecord(item['position']) && Object.keys(item['position']).length === 0 ? { id: item['id'] } : item,
    ),
  ),
  onMany(
    'relations.reversed',
    ['4.4/r3', '4.4/r3-example'],
    'Items of connect are applied from the last to the first',
    inObject((value) =>
      items(value['connect']).some((item) => isRecord(item) && 'position' in item)
        ? { ...value, connect: items(value['connect']).toReversed() }
        : value,
    ),
  ),
  allows(
    'relations.twice',
    ['4.4/r4', '7/r2'],
    'Connecting twice connects once',
    inObject((value) =>
      'connect' in value && Array.isArray(value['connect'])
        ? {
            ...value,
            connect: items(value['connect']).filter(
              (item, index, all) => all.findIndex((other) => idOf(other) === idOf(item)) === index,
            ),
          }
        : value,
    ),
  ),
  ...(
    [
      ['many-to-one', 'category'],
      ['one-to-one', 'detail'],
      ['one-way', 'mainTag'],
    ] as const
  ).map(([kind, name]) =>
    onOne(
      `relations.${kind}.first-wins`,
      [`4.4/r5-${kind}`],
      `${kind}: of several entries the first counts`,
      name,
      (value) => {
        if (Array.isArray(value)) return value.slice(0, 1)
        if (isRecord(value) && Array.isArray(value['set'])) return { set: value['set'].slice(0, 1) }
        return isRecord(value) && Array.isArray(value['connect'])
          ? { ...value, connect: value['connect'].slice(0, 1) }
          : value
      },
    ),
  ),
  ...(
    [
      ['many-to-one', 'category'],
      ['one-to-one', 'detail'],
      ['one-way', 'mainTag'],
    ] as const
  ).map(([kind, name]) =>
    onOne(
      `relations.${kind}.id-ignored`,
      ['4.4/r5-single', '4.1/r2-id', `4.4/r5-${kind}`],
      `${kind}: a single id is ignored`,
      name,
      (value) => (typeof value === 'number' ? {} : value),
    ),
  ),
  ...(
    [
      ['many-to-many', 'tags'],
      ['many-way', 'wayTags'],
      ['one-to-many', 'children'],
    ] as const
  ).map(([kind, name]) =>
    onOne(
      `relations.${kind}.positions`,
      [`4.4/r6-${kind}`],
      `${kind}: positions are ignored`,
      name,
      eachItem(({ position: _, ...item }) => item),
    ),
  ),
  onRequest('relations.objects', ['4.1/r2-object', '4.4/r1'], 'Objects with an id are ignored', (request) =>
    relations(request, new Set([...many, ...one]), (value) =>
      Array.isArray(value) ? value.filter((item) => !isLong(item)) : isRecord(value) && 'id' in value ? {} : value,
    ),
  ),
  onMany('relations.null', ['4.4/null'], 'null and [] leave the relation', (value) =>
    value === null || (Array.isArray(value) && value.length === 0) ? {} : value,
  ),
  onMany(
    'relations.connect-again',
    ['4.4/connect-again'],
    'Connecting what is connected is ignored',
    inObject((value) =>
      items(value['connect']).length === 1 &&
      (!isRecord(items(value['connect'])[0]) || isRecord((items(value['connect'])[0] as Loose)['position']))
        ? { ...value, connect: [] }
        : value,
    ),
  ),
  onMany('relations.missing-target', ['4.4/missing-target'], 'Entries that are not there are ignored', (value) => {
    const there = (list: unknown) => items(list).filter((item) => idOf(item) !== 2147483600)
    if (Array.isArray(value)) return there(value)
    return isRecord(value) && Array.isArray(value['connect']) ? { ...value, connect: there(value['connect']) } : value
  }),
  onBoth('relations.missing-anchor', ['4.4/missing-anchor'], 'Refusals about positions answer 500', {
    answer: (answer) => {
      if (answer.status === 400 && JSON.stringify(answer.body).includes('not connected')) answer.status = 500
    },
  }),
  onRequest('relations.both-sides', ['4.4/both-sides'], 'The other side cannot be written', (request) => {
    delete dataOf(request)['articles']
  }),
  onRequest('relations.media', ['4.4/connect-media'], 'connect on media is taken', (request) => {
    const data = dataOf(request)
    if (isRecord(data['gallery']) && !('set' in data['gallery'])) delete data['gallery']
  }),
]

const required = ['name', 'short', 'code', 'badge', 'rating', 'grade', 'mail', 'flag', 'amount'] as const

/** A rule that is not looked at: a value that it would refuse is replaced by one that passes. */
const lenient = (
  id: string,
  clause: string,
  name: (typeof required)[number],
  isBad: (value: unknown) => boolean,
  good: unknown,
): Mutant =>
  onRequest(`validation.${id}`, [clause], `${id} is not looked at`, (request) => {
    const data = dataOf(request)
    if (request.path.includes('conf-rules') && name in data && isBad(data[name])) data[name] = good
  })

const validationMutants: readonly Mutant[] = [
  lenient('required', '4.1/required', 'name', (value) => value === null, 'x'),
  onRequest(
    'validation.draft-required',
    ['3/draft-incomplete'],
    'A draft is validated like a live entry',
    (request) => {
      const data = dataOf(request)
      if (request.method === 'POST' && request.path.includes('notices') && data['publishedAt'] === null)
        delete data['publishedAt']
    },
  ),
  onRequest('validation.publish', ['3/publish-validates'], 'Publishing does not validate', (request) => {
    const data = dataOf(request)
    if (request.method === 'PUT' && request.path.includes('notices') && data['publishedAt'] !== undefined)
      data['headline'] ??= 'made up'
  }),
  lenient(
    'length',
    '4.1/length',
    'short',
    (value) => typeof value === 'string' && (value.length < 3 || value.length > 6),
    'abc',
  ),
  lenient('regex', '4.1/regex', 'code', (value) => typeof value === 'string' && !/^[A-Z]{2}-\d+$/.test(value), 'AB-1'),
  lenient('range', '4.1/range', 'rating', (value) => typeof value === 'number' && (value < 1 || value > 10), 5),
  lenient('enum', '4.1/enum', 'grade', (value) => typeof value === 'string' && !['low', 'high'].includes(value), 'low'),
  lenient(
    'email',
    '4.1/email',
    'mail',
    (value) => typeof value === 'string' && !/@\w+\.\w/.test(value),
    'a@example.org',
  ),
  lenient('type', '4.1/type', 'flag', (value) => value === 'perhaps', true),
  lenient('unique', '4.1/unique', 'badge', (value) => typeof value === 'string', null),
  onAnswer('validation.default', ['4.1/default'], 'Defaults are not applied', (answer, { method }) => {
    if (method === 'POST')
      for (const attributes of attributesOf(answer)) if (attributes['amount'] === 5) attributes['amount'] = null
  }),
  onAnswer('validation.echo', ['4.1/echoed-keys'], 'Keys that were read are refused', (answer, request) => {
    if ('createdAt' in dataOf(request))
      Object.assign(answer, {
        status: 400,
        body: {
          data: null,
          error: { status: 400, name: 'ValidationError', message: 'Invalid key createdAt', details: {} },
        },
      })
  }),
  onRequest('validation.unknown', ['4.1/unknown-attribute'], 'Unknown attributes are ignored', (request) => {
    delete dataOf(request)['surelyNotThere']
  }),
  onRequest('validation.zone', ['4.1/zone-foreign'], 'Zone items that do not belong are dropped', (request) => {
    const data = dataOf(request)
    if (Array.isArray(data['zone']))
      data['zone'] = data['zone'].filter((item) =>
        ['conf.quote', 'conf.note'].includes(String(isRecord(item) ? item['__component'] : '')),
      )
  }),
]

const writeMutants: readonly Mutant[] = [
  onRequest('write.create-loses', ['4.1/r2', '4.1/create'], 'A create loses texts', (request) => {
    const data = dataOf(request)
    if (request.method === 'POST')
      for (const name of ['name', 'str']) if (name in data && !request.path.includes('rules')) data[name] = null
  }),
  onAnswer(
    'write.create-flat',
    ['4.1/create', '2.1/data'],
    'A create answers the entry without data',
    (answer, { method, path }) => {
      if (method === 'POST' && path === '/api/conf-tags' && isRecord(answer.body) && answer.status < 300)
        answer.body = { ...(answer.body['data'] as Loose), meta: {} }
    },
  ),
  onAnswer('write.update-old', ['4.1/update'], 'An update answers what was there before', (answer, { method }) => {
    if (method === 'PUT')
      for (const attributes of attributesOf(answer))
        for (const name of ['name', 'str']) if (typeof attributes[name] === 'string') attributes[name] = 'before'
  }),
  onRequest('write.update-clears', ['4.1/r3'], 'An update clears what it does not name', (request) => {
    const data = dataOf(request)
    if (request.method === 'PUT' && request.path.includes('conf-items')) data['label'] ??= null
    if (request.method === 'PUT' && request.path.includes('conf-tags'))
      data['name'] ??= data['name'] === undefined ? null : data['name']
  }),
  onAnswer(
    'write.single-again',
    ['4.1/single-put'],
    'Each PUT makes another entry of the single type',
    (answer, { method, path, body }) => {
      const made = at(answer.body, 'data')
      if (method === 'PUT' && path === '/api/conf-home' && made)
        made['id'] = Number(made['id']) + JSON.stringify(body).length
    },
  ),
  onRequest('write.update-null', ['4.1/r3-null'], 'null is taken for absent', (request) => {
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
  onBoth('write.delete-keeps', ['4.1/delete', '4.1/r4'], 'A delete answers the entry and keeps it', {
    request: (request) => {
      if (request.method === 'DELETE' && request.path.includes('conf-tags')) request.method = 'GET'
    },
  }),
  onAnswer('write.delete-empty', ['4.1/r4', '4.1/delete'], 'A delete answers no entry', (answer, { method }) => {
    if (method === 'DELETE' && answer.status === 200) answer.body = { data: null, meta: {} }
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
  onRequest('write.state-fixed', ['3/publish', '3/unpublish'], 'An update leaves the state', (request) => {
    if (request.method === 'PUT') delete dataOf(request)['publishedAt']
  }),
  onRequest('write.locale', ['4.1/r2-locale'], 'A create ignores the locale of its body', (request) => {
    if (request.method === 'POST' && !request.path.endsWith('localizations')) delete dataOf(request)['locale']
  }),
  onAnswer('write.localizations', ['4.1/localizations'], 'An entry does not know its versions', (answer) => {
    for (const attributes of attributesOf(answer))
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
  onAnswer(
    'write.single',
    ['4.1/single-get', '4.1/single-put', '2.5/kind'],
    'The single type is never there',
    (answer, { path }) => {
      if (path === '/api/conf-home')
        Object.assign(answer, {
          status: 404,
          body: { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } },
        })
    },
  ),
  onAnswer('write.drafts-everywhere', ['2.5/options'], 'Types without drafts have publishedAt', (answer, { path }) => {
    if (path.includes('items')) for (const attributes of attributesOf(answer)) attributes['publishedAt'] = null
  }),
  onAnswer(
    'write.both-sides-deleted',
    ['4.4/both-sides'],
    'The other side of a one-to-one relation is empty',
    (answer, { path }) => {
      if (path.includes('conf-details'))
        everyObject(answer.body, (found) =>
          isRecord(found['article']) ? Object.assign(found, { article: { data: null } }) : undefined,
        )
    },
  ),
]

export const bodyMutants = [...relationMutants, ...validationMutants, ...writeMutants]
