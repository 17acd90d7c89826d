import { isRecord } from '../is-record.js'
import { type Mutant, onBoth, onRequest } from '../mutant.js'
import type { Loose } from '../wire.js'
import { dataOf } from './body.js'
import {
  allows,
  eachItem,
  idOf,
  inObject,
  isLong,
  items,
  many,
  one,
  onMany,
  onOne,
  position,
  relations,
} from './relation-values.js'

export const relationMutants: readonly Mutant[] = [
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
    'Arrays and set sort the targets by id',
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
    'Only the first of connect and disconnect is used',
    inObject((value) => ('connect' in value && 'disconnect' in value ? { connect: value['connect'] } : value)),
  ),
  allows(
    'relations.set-connect',
    ['4.4/set-connect'],
    'set with connect is accepted, and set wins',
    inObject((value) => ('set' in value && 'connect' in value ? { set: value['set'] } : value)),
  ),
  allows(
    'relations.set-disconnect',
    ['4.4/set-disconnect'],
    'set with disconnect is accepted, and set wins',
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
    ['4.4/r2-exactly-one'],
    'Only the first of two position keys is used',
    eachItem((item) =>
      isRecord(item['position'])
        ? { ...item, position: Object.fromEntries(Object.entries(item['position']).slice(0, 1)) }
        : item,
    ),
  ),
  allows(
    'relations.empty-position',
    ['4.4/r2-exactly-one'],
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
    ['4.4/r4', '4.4/r4-nothing', '7/r2'],
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
      `${kind}: only the first of several entries is used`,
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
  onMany('relations.null', ['4.4/null'], 'null and [] do not change the relation', (value) =>
    value === null || (Array.isArray(value) && value.length === 0) ? {} : value,
  ),
  onMany(
    'relations.connect-again',
    ['4.4/connect-again'],
    'Connecting a connected entry is ignored',
    inObject((value) =>
      items(value['connect']).length === 1 &&
      (!isRecord(items(value['connect'])[0]) || isRecord((items(value['connect'])[0] as Loose)['position']))
        ? { ...value, connect: [] }
        : value,
    ),
  ),
  onMany('relations.missing-target', ['4.4/missing-target'], "Entries that don't exist are ignored", (value) => {
    const knownIn = (list: unknown) => items(list).filter((item) => idOf(item) !== 2147483600)
    if (Array.isArray(value)) return knownIn(value)
    return isRecord(value) && Array.isArray(value['connect']) ? { ...value, connect: knownIn(value['connect']) } : value
  }),
  onBoth('relations.missing-anchor', ['4.4/missing-anchor'], 'Rejected positions get status 500', {
    response: (response) => {
      if (response.status === 400 && JSON.stringify(response.body).includes('not connected')) response.status = 500
    },
  }),
  onRequest('relations.both-sides', ['4.4/both-sides'], 'The other side cannot be written', (request) => {
    delete dataOf(request)['articles']
  }),
  onRequest('relations.media', ['4.4/connect-media'], 'connect on media is accepted', (request) => {
    const data = dataOf(request)
    if (isRecord(data['gallery']) && !('set' in data['gallery'])) delete data['gallery']
  }),
]
