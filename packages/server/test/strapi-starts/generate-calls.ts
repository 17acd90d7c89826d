import type { Call, CallCase } from './call-route.js'
import {
  attributesOf,
  dialects,
  listNames,
  orderIn,
  type TypeName,
  someFields,
  someFilters,
  somePopulate,
  someValue,
} from './generate-params.js'
import { contentCounts, words } from './library-content.js'
import { libraryComponents } from './library-schemas.js'
import { Random } from './random.js'

type Json = Readonly<Record<string, unknown>>

const uidOf = (name: string) => `api::${name}.${name}`

/** Returns the case of a seed: a call, and if it writes, reads of what it has changed. */
export function generateCase(seed: number): CallCase {
  const random = new Random(seed)
  const on = random.one(['entityService', 'query'] as const)
  const name: TypeName = random.chance(0.05) ? 'about' : random.one([...listNames, 'book', 'book'] as const)
  const call = (method: string, ...args: readonly unknown[]): Call => ({ on, uid: uidOf(name), method, args })
  if (random.chance(0.6)) return { calls: [someRead(random, on, name, call)] }
  const write = someWrite(random, on, name, call)
  return { calls: [write, ...[name, ...(name === 'book' ? (['author', 'tag'] as const) : [])].map(stateOf)] }
}

const everyComponent = Object.fromEntries(Object.keys(libraryComponents).map((uid) => [uid, { populate: true }]))

/** Reads all entries of a type, with the ids of what they link to. */
export function stateOf(name: string): Call {
  const links = Object.entries(attributesOf(name)).flatMap(([key, { type }]): [string, unknown][] => {
    if (type === 'relation') return [[key, { select: ['id'] }]]
    if (type === 'component') return [[key, { populate: true }]]
    return type === 'dynamiczone' ? [[key, { on: everyComponent }]] : []
  })
  return {
    on: 'query',
    uid: uidOf(name),
    method: 'findMany',
    args: [{ populate: Object.fromEntries(links), orderBy: { id: 'asc' } }],
  }
}

type MakeCall = (method: string, ...args: readonly unknown[]) => Call

function someRead(random: Random, on: Call['on'], name: TypeName, call: MakeCall): Call {
  const dialect = dialects[on]
  const maybe = (share: number, key: string, value: () => unknown): Json =>
    random.chance(share) ? { [key]: value() } : {}
  const shaping = {
    ...maybe(0.4, dialect.select, () => someFields(random, name)),
    ...maybe(0.5, 'populate', () => somePopulate(random, dialect, name)),
  }
  const where = maybe(0.6, dialect.where, () => someFilters(random, name))
  const order = { [dialect.order]: orderIn(random, dialect, name) }
  const ofType =
    on === 'query'
      ? maybe(0.1, '_q', () => random.one(words))
      : {
          ...maybe(0.3, 'publicationState', () => random.one(['live', 'preview'])),
          ...maybe(name === 'place' ? 0.5 : 0.05, 'locale', () => random.one(['fr', 'en', 'all'])),
          ...maybe(0.1, '_q', () => random.one(words)),
        }
  const list = { ...shaping, ...where, ...order, ...ofType }
  if (on === 'query') {
    const paged = random.chance(0.4)
      ? { limit: random.integer(1, 6), ...maybe(0.5, 'offset', () => random.integer(0, 5)) }
      : {}
    return random.one([
      () => call('findMany', { ...list, ...paged }),
      () => call('findMany', { ...list, ...paged }),
      () => call('findOne', { ...list, ...maybe(0.2, 'offset', () => random.integer(0, 2)) }),
      () => call('findWithCount', { ...list, ...paged }),
      () => call('findPage', { ...list, page: random.integer(1, 3), pageSize: random.integer(1, 5) }),
      () => (random.chance(0.8) ? call('count', where) : call('count')),
    ])()
  }
  const paged = random.one([
    () => ({}),
    () => ({ limit: random.integer(1, 6), ...maybe(0.5, 'start', () => random.integer(0, 5)) }),
    () => ({ ...maybe(0.8, 'page', () => random.integer(1, 3)), pageSize: random.integer(1, 5) }),
  ])()
  return random.one([
    () => call('findMany', { ...list, ...paged }),
    () => call('findMany', { ...list, ...paged }),
    () => call('findOne', random.integer(1, contentCounts[name] + 1), { ...shaping, ...ofType }),
    () => call('findPage', { ...list, ...paged }),
    () => call('count', { ...where, ...ofType }),
  ])()
}

function someWrite(random: Random, on: Call['on'], name: TypeName, call: MakeCall): Call {
  const dialect = dialects[on]
  const shaping = {
    ...(random.chance(0.3) && { [dialect.select]: someFields(random, name) }),
    ...(random.chance(0.4) && { populate: somePopulate(random, dialect, name, 1) }),
  }
  const id = random.integer(1, contentCounts[name] + (random.chance(0.1) ? 1 : 0))
  // Without an order, any entry that matches may be the first.
  const where = random.chance(0.7) ? { id } : { $and: [{ id }, someFilters(random, name, 1)] }
  if (on === 'entityService') {
    return random.one([
      () => call('create', { data: someData(random, name, null, on), ...shaping }),
      () => call('update', id, { data: someData(random, name, id, on), ...shaping }),
      () => call('update', id, { data: someData(random, name, id, on), ...shaping }),
      () => call('delete', id, shaping),
    ])()
  }
  return random.one([
    () => call('create', { data: someData(random, name, null, on), ...shaping }),
    () => call('update', { where, data: someData(random, name, id, on), ...shaping }),
    () => call('update', { where, data: someData(random, name, id, on), ...shaping }),
    () => call('delete', { where, ...shaping }),
    () => call('createMany', { data: [1, 2].map(() => scalarData(random, name, null)) }),
    () => call('updateMany', { where: someFilters(random, name, 0), data: scalarData(random, name, id) }),
    () => call('deleteMany', { where: someFilters(random, name, 0) }),
  ])()
}

function scalarData(random: Random, name: TypeName, id: number | null): Json {
  const names = Object.entries(attributesOf(name)).filter(
    ([, { type }]) => !['relation', 'component', 'dynamiczone'].includes(type),
  )
  const chosen = id === null ? random.some(names, 1, names.length) : random.some(names, 1, 3)
  const data = Object.fromEntries(
    chosen.map(([key, attribute]) => [
      key,
      attribute['unique'] ? `zz-${random.integer(1, 99)}` : someValue(random, attribute),
    ]),
  )
  if (name === 'book' && id === null) data['title'] ??= `new ${random.one(words)}`
  if (name === 'book' && random.chance(0.1)) Object.assign(data, invalidData(random))
  return data
}

/** Returns a value that a validation may reject. SQLite would store values of other types for db.query. */
const invalidData = (random: Random): Json =>
  random.one<Json>([
    { title: 'x' },
    { title: null },
    { title: '' },
    { pages: 0 },
    { pages: 'many' },
    { price: 'free' },
    { genre: 'poem' },
    { contact: 'nobody' },
    { code: 'ab-1' },
    { code: 'wrong' },
    { released: 'yesterday' },
    { opens: '25:00' },
    { reviewed: 'now' },
    { slug: 'with space' },
    { slug: 'amber-0' },
    { author: 99 },
    { tags: [1, 99] },
    { unknown: 1 },
    { chapters: [{}] },
    { cover: [] },
    { parts: [{ alt: 'no component' }] },
    { parts: [{ __component: 'shared.missing' }] },
  ])

/** Returns the data of a write, with relations and, for entityService, components. */
function someData(random: Random, name: TypeName, id: number | null, on: Call['on']): Json {
  const data: Record<string, unknown> = random.chance(0.7) || id === null ? { ...scalarData(random, name, id) } : {}
  for (const [key, attribute] of Object.entries(attributesOf(name))) {
    if (random.chance(0.7)) continue
    if (attribute.type === 'relation') data[key] = relationData(random, attribute)
    if (on === 'query') continue
    if (attribute.type === 'component') data[key] = componentData(random, attribute)
    if (attribute.type === 'dynamiczone') data[key] = [zonePart(random), zonePart(random)].slice(random.integer(0, 2))
  }
  if (name === 'place' && id === null && random.chance(0.5)) data['locale'] = random.one(['en', 'fr'])
  if (['book', 'place'].includes(name) && random.chance(0.5))
    data['publishedAt'] = random.one([null, '2024-05-05T05:05:05.000Z'])
  return data
}

function relationData(random: Random, attribute: Json): unknown {
  const target = String(attribute['target']).split('.').at(-1) as TypeName
  const one = () => random.integer(1, contentCounts[target])
  const many = (least: number) =>
    random.some(
      Array.from({ length: contentCounts[target] }, (_, index) => index + 1),
      least,
      3,
    )
  if (String(attribute['relation']).endsWith('ToOne')) {
    return random.one([
      one,
      () => null,
      () => ({ id: one() }),
      () => ({ connect: [{ id: one() }] }),
      () => ({ connect: [one()] }),
      () => ({ disconnect: [one()] }),
      () => ({ set: [one()] }),
      () => [one()],
      () => ({ set: null }),
      () => ({ set: [] }),
    ])()
  }
  return random.one([
    () => many(0),
    () => many(1).map((id) => ({ id })),
    () => null,
    () => ({ set: many(0) }),
    () => ({ set: many(1).map((id) => ({ id })) }),
    () => ({ connect: many(1) }),
    () => ({ connect: many(1).map((id) => ({ id })), disconnect: [] }),
    () => ({ connect: many(1).map((id) => ({ id, position: random.one([{ start: true }, { end: true }]) })) }),
    () => connectBeside(random, many(2)),
    () => ({ disconnect: many(1) }),
    () => ({ disconnect: many(1).map((id) => ({ id })) }),
  ])()
}

/** Connects entries beside each other. */
function connectBeside(random: Random, [first, second]: readonly number[]): unknown {
  const position = { [random.one(['before', 'after'])]: first }
  return { connect: [{ id: first }, ...(second === undefined ? [] : [{ id: second, position }])] }
}

const cover = (random: Random) => ({
  ...(random.chance(0.1) && { id: random.integer(1, 12) }),
  ...(random.chance(0.8) && { alt: random.one(words) }),
  ...(random.chance(0.5) && { width: random.integer(1, 50) }),
  ...(random.chance(0.5) && { artist: random.one([1, 2, null, { connect: [{ id: 3 }] }]) }),
})

const chapter = (random: Random) => ({
  ...(random.chance(0.1) && { id: random.integer(1, 8) }),
  heading: random.one(words),
  ...(random.chance(0.5) && { number: random.integer(1, 9) }),
  ...(random.chance(0.5) && { cover: random.one([null, cover(random)]) }),
  ...(random.chance(0.5) && { tags: random.one([[], [2, 1], { connect: [{ id: 3 }] }, { set: [4] }]) }),
})

function componentData(random: Random, attribute: Json): unknown {
  if (attribute['repeatable'] !== true) return random.one([null, cover(random), cover(random)])
  return random.one([[], [chapter(random)], [chapter(random), chapter(random)]])
}

const zonePart = (random: Random) =>
  random.chance(0.5)
    ? { __component: 'shared.cover', ...cover(random) }
    : { __component: 'shared.chapter', ...chapter(random) }
