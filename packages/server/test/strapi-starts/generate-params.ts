import { contentCounts, words } from './library-content.js'
import { type AttributeJson, libraryComponents, libraryTypes } from './library-schemas.js'
import type { Random } from './random.js'

type Json = Readonly<Record<string, unknown>>
type Attributes = Readonly<Record<string, AttributeJson>>

/** The name of a type, such as `book`. */
export type TypeName = keyof typeof contentCounts

/** The types that are not a single type. */
export const listNames = ['tag', 'author', 'place', 'book'] as const

const nonScalar = ['relation', 'component', 'dynamiczone']

export const nameOf = (uid: string) => uid.split('.').at(-1) as TypeName

export const attributesOf = (name: string): Attributes =>
  (libraryTypes[name] ?? libraryComponents[name])?.attributes ?? {}

/** Returns the names of the scalar attributes. */
export const scalarsOf = (name: string): string[] =>
  Object.entries(attributesOf(name)).flatMap(([key, { type }]) => (nonScalar.includes(type) ? [] : [key]))

const relationsOf = (name: string, isWanted: (attribute: AttributeJson) => boolean = () => true) =>
  Object.entries(attributesOf(name)).filter(([, attribute]) => attribute.type === 'relation' && isWanted(attribute))

const targetOf = (attribute: AttributeJson) => nameOf(String(attribute['target']))

const id = (random: Random, name: TypeName) => random.integer(1, contentCounts[name] + (random.chance(0.1) ? 3 : 0))

/** Returns a value that entries have, or could have. */
export function someValue(random: Random, { type, ...attribute }: AttributeJson): unknown {
  const number = random.integer(0, 12)
  const values: Readonly<Record<string, () => unknown>> = {
    integer: () => number * 7 + 1,
    biginteger: () => String(number * 1000),
    decimal: () => number * 1.25,
    float: () => number / 4,
    boolean: () => random.chance(0.5),
    date: () => `2024-0${random.integer(1, 9)}-1${random.integer(0, 9)}`,
    time: () => `0${random.integer(0, 9)}:30:00.000`,
    datetime: () => `2024-0${random.integer(1, 9)}-1${random.integer(0, 9)}T10:20:30.000Z`,
    enumeration: () => random.one(attribute['enum'] as readonly string[]),
    email: () => `${random.one(words)}@example.com`,
    json: () => random.one([null, { a: number }, [number, 'b'], 'plain', number, true]),
    uid: () => `${random.one(words)}-${number}`,
  }
  return values[type]?.() ?? random.one(words)
}

const comparing = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte']
const textual = [
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$endsWith',
  '$eqi',
  '$nei',
  '$startsWithi',
  '$endsWithi',
]
const isText = (type: string) => ['string', 'text', 'richtext', 'email', 'uid'].includes(type)

function condition(random: Random, attribute: AttributeJson): unknown {
  const value = () => someValue(random, attribute)
  if (attribute.type === 'json') return { [random.one(['$null', '$notNull'])]: random.chance(0.7) }
  const forms = [
    () => value(),
    () => ({ [random.one(comparing)]: value() }),
    () => ({ [random.one(['$in', '$notIn'])]: Array.from({ length: random.integer(1, 3) }, value) }),
    () => ({ [random.one(['$null', '$notNull'])]: random.chance(0.7) }),
    () => ({ $between: [value(), value()] }),
    () => ({ $not: { [random.one(comparing)]: value() } }),
    () => ({ [random.one(['$eq', '$ne'])]: null }),
    () => ({ $not: { $in: [value(), value()] } }),
    () => ({ $gte: value(), $lt: value() }),
    () => [value(), value()],
    () => null,
  ]
  if (isText(attribute.type)) {
    forms.push(() => ({ [random.one(textual)]: random.one(words).slice(0, random.integer(1, 5)) }))
    forms.push(() => ({ [random.one(textual)]: random.one(words) }))
  }
  return random.one(forms)()
}

const idAttribute = { type: 'id' }

function idCondition(random: Random, name: TypeName): unknown {
  const value = () => id(random, name)
  const forms = [
    value,
    () => ({ [random.one(comparing)]: value() }),
    () => ({ [random.one(['$in', '$notIn'])]: [value(), value()] }),
    () => [value(), value()],
    () => String(value()),
  ]
  return random.one(forms)()
}

/** Returns filters of entityService, which are also a `where` of `strapi.db.query`. */
export function someFilters(random: Random, name: string, depth = 2): Json {
  const scalars = scalarsOf(name)
  const relations = relationsOf(name)
  const components = Object.entries(attributesOf(name)).filter(([, { type }]) => type === 'component')
  const part = (): Json => {
    const roll = random.next()
    if (depth > 0 && roll < 0.12) {
      return {
        [random.one(['$and', '$or'])]: [someFilters(random, name, depth - 1), someFilters(random, name, depth - 1)],
      }
    }
    if (depth > 0 && roll < 0.16) return { $not: someFilters(random, name, depth - 1) }
    if (depth > 0 && roll < 0.4 && relations.length > 0) {
      const [key, attribute] = random.one(relations)
      const target = targetOf(attribute)
      const forms = [
        () => someFilters(random, target, depth - 1),
        () => idCondition(random, target),
        () => ({ id: idCondition(random, target) }),
        () => ({ id: { [random.one(['$null', '$notNull'])]: true } }),
        () => ({ [random.one(['$eq', '$ne', '$lt', '$gte'])]: id(random, target) }),
        () => ({ [random.one(['$in', '$notIn'])]: [id(random, target), id(random, target)] }),
        () => ({ [random.one(['$null', '$notNull'])]: random.chance(0.8) }),
        () => null,
      ]
      return { [key]: random.one(forms)() }
    }
    if (depth > 0 && roll < 0.46 && components.length > 0) {
      const [key, attribute] = random.one(components)
      return { [key]: someFilters(random, String(attribute['component']), depth - 1) }
    }
    if (roll < 0.48 && name in contentCounts)
      return { createdAt: { [random.one(['$gt', '$lt', '$notNull'])]: '2020-01-01T00:00:00.000Z' } }
    if (roll < 0.5 && name === 'book') return { publishedAt: { [random.one(['$null', '$notNull'])]: true } }
    if (roll < 0.58 && name in contentCounts) return { id: idCondition(random, name as TypeName) }
    const key = random.one(scalars)
    return { [key]: condition(random, attributesOf(name)[key] ?? idAttribute) }
  }
  return Array.from({ length: random.integer(1, 2) }, part).reduce((all, each) => ({ ...all, ...each }), {})
}

/** Returns a sort of entityService. The id comes last, so that the order is complete. */
export function someSort(random: Random, name: string): unknown {
  const direction = () => random.one(['asc', 'desc'])
  const scalars = scalarsOf(name).filter((key) => attributesOf(name)[key]?.type !== 'json')
  const toOne = relationsOf(name, (attribute) => String(attribute['relation']).endsWith('ToOne'))
  const keys = random.some(scalars, 0, 2)
  if (toOne.length > 0 && random.chance(0.2)) {
    const [key, attribute] = random.one(toOne)
    keys.unshift(`${key}.${random.one(scalarsOf(targetOf(attribute)))}`)
  }
  const paths = [...keys, 'id'].map((path) => ({ path, direction: direction() }))
  const nested = (path: string, value: string): unknown =>
    path.split('.').reduceRight<unknown>((below, key) => ({ [key]: below }), value)
  return random.one([
    () => paths.map((each) => `${each.path}:${each.direction}`),
    () => paths.map((each) => `${each.path}:${each.direction}`).join(','),
    () => paths.map((each) => nested(each.path, each.direction)),
    () => paths.map(({ path }) => path),
    () => ({ id: direction() }),
    () => 'id',
  ])()
}

/** Returns an `orderBy` of `strapi.db.query`. */
export function someOrder(random: Random, name: string): unknown {
  const sort = someSort(random, name)
  if (typeof sort === 'object' && !Array.isArray(sort)) return sort
  if (sort === 'id') return sort
  const list = typeof sort === 'string' ? sort.split(',') : (sort as readonly unknown[])
  return list.map((each) => {
    if (typeof each !== 'string') return each
    const [path = '', direction = 'asc'] = each.split(':')
    return path.split('.').reduceRight<unknown>((below, key) => ({ [key]: below }), direction)
  })
}

/** Returns names of attributes that a selection may have. */
export function someFields(random: Random, name: string): unknown {
  const names = random.some(['id', ...scalarsOf(name)], 1, 4)
  return random.chance(0.1) ? '*' : random.chance(0.1) ? names[0] : names
}

/** The names of parameters, which differ between entityService and `strapi.db.query`. */
export interface Dialect {
  readonly select: 'fields' | 'select'
  readonly where: 'filters' | 'where'
  readonly order: 'sort' | 'orderBy'
}

export const dialects = {
  entityService: { select: 'fields', where: 'filters', order: 'sort' },
  query: { select: 'select', where: 'where', order: 'orderBy' },
} as const satisfies Readonly<Record<string, Dialect>>

export function orderIn(random: Random, dialect: Dialect, name: string): unknown {
  return dialect.order === 'sort' ? someSort(random, name) : someOrder(random, name)
}

/** Returns a `populate` in a random form. */
export function somePopulate(random: Random, dialect: Dialect, name: string, depth = 2): unknown {
  const links = Object.entries(attributesOf(name)).filter(([, { type }]) => nonScalar.includes(type))
  if (links.length === 0) return dialect.select === 'select' ? true : '*'
  const chosen = random.some(links, 1, 3)
  const isQuery = dialect.select === 'select'
  const forms = [
    () => (isQuery ? true : '*'),
    () => chosen.map(([key]) => key),
    () => (isQuery ? true : (chosen[0] as readonly [string, unknown])[0]),
    () => Object.fromEntries(chosen.map(([key, attribute]) => [key, linkOptions(random, dialect, attribute, depth)])),
    () => Object.fromEntries(chosen.map(([key, attribute]) => [key, linkOptions(random, dialect, attribute, depth)])),
    () => (isQuery ? [chosen[0]?.[0]] : dotted(random, name)),
    () => (isQuery ? chosen.map(([key]) => key) : chosen.map(([key]) => key).join(',')),
    () => [...chosen.map(([key]) => key), ...[dotted(random, name)].flat().filter((path) => path !== '*')],
  ]
  return random.one(forms)()
}

function dotted(random: Random, name: string): unknown {
  const relations = relationsOf(name)
  if (relations.length === 0) return '*'
  const [key, attribute] = random.one(relations)
  const [below] = random.some(relationsOf(targetOf(attribute)), 1, 1)
  return below ? [`${key}.${below[0]}`] : [key]
}

function linkOptions(random: Random, dialect: Dialect, attribute: AttributeJson, depth: number): unknown {
  if (random.chance(0.35) || depth === 0) return true
  if (attribute.type === 'dynamiczone') {
    const ofComponent = (uid: string) => ({
      ...(random.chance(0.3) && { [dialect.select]: someFields(random, uid) }),
      populate: somePopulate(random, dialect, uid, depth - 1),
    })
    return random.chance(0.5)
      ? { populate: dialect.select === 'select' ? true : '*' }
      : {
          on: Object.fromEntries(
            random.some(Object.keys(libraryComponents), 1, 2).map((uid) => [uid, ofComponent(uid)]),
          ),
        }
  }
  const target = attribute.type === 'component' ? String(attribute['component']) : targetOf(attribute)
  const isMany = attribute['repeatable'] === true || String(attribute['relation']).endsWith('ToMany')
  return {
    ...(random.chance(0.4) && { [dialect.select]: someFields(random, target) }),
    ...(random.chance(0.3) && attribute.type === 'relation' && { [dialect.where]: someFilters(random, target, 0) }),
    ...(random.chance(0.3) &&
      isMany &&
      attribute.type === 'relation' && { [dialect.order]: orderIn(random, dialect, target) }),
    ...(random.chance(0.4) && { populate: somePopulate(random, dialect, target, depth - 1) }),
  }
}
