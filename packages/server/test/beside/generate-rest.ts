import { type Attribute, type ContentType, isScalar, type Registry, type ScalarAttribute } from '@content-api/model'
import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import { operatorRow, type ValueOperator, valueOperators } from '@content-api/engine/plan'
import qs from 'qs'
import type { Random } from '../strapi-starts/random.js'
import type { KnownContent } from './content-values.js'
import type { Call, Caller } from './http-client.js'

/** A REST read as a tree, so that it can be reduced. */
export interface RestRead {
  readonly kind: 'rest'
  readonly path: string
  readonly caller: Caller
  readonly query: Tree
}

export type Tree = { readonly [key: string]: Tree | readonly (Tree | string)[] | string }

export function callOf({ path, caller, query }: RestRead): Call {
  const text = qs.stringify(query, { encodeValuesOnly: true })
  return { method: 'GET', path: text === '' ? path : `${path}?${text}`, caller }
}

export interface Drawing extends KnownContent {
  readonly random: Random
  readonly registry: Registry
  readonly version: StrapiVersion
  /**
   * Whether each sort ends with the id. Without it, PostgreSQL returns rows with equal keys in any order,
   * also for Strapi.
   */
  readonly sortsById: boolean
  /** How often a private attribute or a password is drawn like others, from 0 to 1. */
  readonly closed: number
}

/** What versions of Strapi write differently in queries. */
interface Form {
  /** The parameters that choose drafts or published entries. */
  readonly versions: (random: Random) => Tree
  readonly allLocales: string
  /** The values with which a populated attribute has no options. */
  readonly bare: readonly string[]
  /** Options of a populated list of entries. */
  readonly listOptions: (random: Random) => Tree
  /** An id in the path of an entry. */
  readonly id: (drawing: Drawing, type: ContentType) => string
}

const forms: Readonly<Record<StrapiVersion, Form>> = {
  4: {
    versions: (random) => (random.chance(0.2) ? { publicationState: random.one(['live', 'preview', 'preview']) } : {}),
    allLocales: 'all',
    bare: ['true', '*'],
    listOptions: (random) => (random.chance(0.06) ? { limit: String(random.integer(1, 3)) } : {}),
    id: ({ random }) => String(random.integer(1, 14)),
  },
  5: {
    versions: (random) => ({
      ...(random.chance(0.3) && { status: random.one(['published', 'draft', 'draft']) }),
      ...(random.chance(0.12) && { publicationFilter: random.one(publicationFilters) }),
      ...(random.chance(0.02) && { hasPublishedVersion: random.one(['true', 'false']) }),
    }),
    allLocales: '*',
    bare: ['true'],
    listOptions: (random) => (random.chance(0.06) ? { count: 'true' } : {}),
    id: ({ random, ids }, { pluralName }) =>
      random.one([...(ids.get(pluralName) ?? []), 'none'].slice(0, Math.max(1, ids.get(pluralName)?.length ?? 0))),
  },
}

const publicationFilters = [
  'never-published',
  'has-published-version',
  'modified',
  'unmodified',
  'never-published-document',
  'has-published-version-document',
  'published-without-draft',
  'published-with-draft',
]

const operators = Object.keys(valueOperators) as ValueOperator[]
const plainOperators = operators.filter((operator) => !operatorRow(operator).text)
const texts = new Set<ScalarAttribute['type']>(['string', 'text', 'richtext', 'email', 'uid', 'enumeration'])
const callers: readonly Caller[] = [
  ...Array<Caller>(8).fill('full'),
  ...Array<Caller>(5).fill('erin'),
  ...Array<Caller>(3).fill('read'),
  'public',
  'public',
  'alice',
  'alice',
  'custom',
  'carol',
  'bob',
]

/** Draws a read as a client could send it, of any route that reads. */
export function drawRestRead(drawing: Drawing): RestRead {
  const { random, registry } = drawing
  const caller = random.one(callers)
  const types = [...registry.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  // Half of the reads are of the type that has all kinds of attributes.
  const type = random.chance(0.5) ? registry.contentType('api::article.article') : random.one(types)
  const kind = random.next()
  if (kind < 0.06) return { kind: 'rest', caller, ...otherRoute(drawing) }
  if (type.kind === 'singleType')
    return { kind: 'rest', caller, path: `/api/${type.singularName}`, query: shapeOf(drawing, type.uid, 0) }
  if (kind < 0.22) {
    const path = `/api/${type.pluralName}/${forms[drawing.version].id(drawing, type)}`
    return { kind: 'rest', caller, path, query: shapeOf(drawing, type.uid, 0) }
  }
  const selection = selectionOf(drawing, type.uid)
  // A page of a list without an order could have any of its entries.
  const page = drawing.sortsById && !selection['sort'] ? { pagination: { pageSize: '100' } } : pageOf(random)
  const query = { ...shapeOf(drawing, type.uid, 0), ...selection, ...page }
  return { kind: 'rest', caller, path: `/api/${type.pluralName}`, query }
}

function otherRoute(drawing: Drawing): Pick<RestRead, 'path' | 'query'> {
  const { random } = drawing
  const user = 'plugin::users-permissions.user'
  const file = 'plugin::upload.file'
  const routes: readonly (() => Pick<RestRead, 'path' | 'query'>)[] = [
    () => ({ path: '/api/users/me', query: random.chance(0.5) ? { populate: 'role' } : {} }),
    () => ({ path: '/api/users', query: { ...(random.chance(0.6) && { filters: filtersOf(drawing, user, 1) }) } }),
    () => ({ path: `/api/users/${random.integer(1, 5)}`, query: random.chance(0.3) ? { populate: 'role' } : {} }),
    () => ({ path: '/api/upload/files', query: random.chance(0.6) ? { filters: filtersOf(drawing, file, 1) } : {} }),
    () => ({
      path: '/api/upload/files',
      query: { sort: random.one(['name', 'size:desc', 'createdAt:asc', 'id:desc']) },
    }),
    () => ({ path: `/api/upload/files/${random.integer(1, 5)}`, query: {} }),
    () => ({ path: '/api/i18n/locales', query: {} }),
  ]
  return random.one(routes)()
}

/** `fields` and `populate`; above the first level also `locale` and the version of entries. */
function shapeOf(drawing: Drawing, uid: string, depth: number): Tree {
  const { random, version } = drawing
  const { versions, allLocales } = forms[version]
  return {
    ...(random.chance(0.25) && { fields: fieldsOf(drawing, uid) }),
    ...(random.chance(depth === 0 ? 0.6 : 0.4) && { populate: populateOf(drawing, uid, depth) }),
    ...(depth === 0 && versions(random)),
    ...(depth === 0 && random.chance(0.2) && { locale: random.one(['en', 'fr', 'fr', allLocales]) }),
  }
}

/** `filters`, `sort` and `_q`. */
function selectionOf(drawing: Drawing, uid: string): Tree {
  const { random, values, sortsById } = drawing
  const searched = random.one(['title', 'name', 'summary', 'country', 'label', 'str'])
  return {
    ...(random.chance(0.65) && { filters: filtersOf(drawing, uid, 0) }),
    // Some lists have no order: their entries are compared in any order.
    ...(random.chance(sortsById ? 0.75 : 0.5) && { sort: sortOf(drawing, uid) }),
    ...(random.chance(0.07) && { _q: partOf(random, values.one(random, searched) ?? 'a') }),
  }
}

function pageOf(random: Random): Tree {
  const kind = random.next()
  const of = (page: Tree) => ({ pagination: page })
  if (kind < 0.5) return {}
  if (kind < 0.7) return of({ page: String(random.integer(1, 3)), pageSize: String(random.integer(1, 8)) })
  if (kind < 0.85) return of({ start: String(random.integer(0, 5)), limit: String(random.integer(1, 6)) })
  if (kind < 0.92) return of({ withCount: random.one(['false', 'true']), pageSize: String(random.integer(1, 5)) })
  return of(random.one<Tree>([{ limit: '-1' }, { pageSize: '150' }, { page: '2' }, { start: '1' }, { limit: '0' }]))
}

type Named = readonly [name: string, attribute: Attribute]

function attributesOf({ registry }: Drawing, uid: string): Named[] {
  const schema = uid.includes('::') ? registry.contentType(uid) : registry.component(uid)
  return Object.entries(schema.attributes)
}

/** Returns whether an attribute is drawn: private ones and passwords, which Strapi mostly rejects, are rare. */
const isDrawn =
  ({ random, closed }: Drawing) =>
  ([, attribute]: Named) =>
    (!('private' in attribute && attribute.private) && attribute.type !== 'password') || random.chance(closed)

const scalarsOf = (drawing: Drawing, uid: string) =>
  attributesOf(drawing, uid).filter((named): named is readonly [string, ScalarAttribute] => isScalar(named[1]))

function fieldsOf(drawing: Drawing, uid: string): Tree[string] {
  const { random } = drawing
  const names = scalarsOf(drawing, uid)
    .filter(isDrawn(drawing))
    .map(([name]) => name)
  const chosen = random.some(names, 1, 4)
  return random.one<Tree[string]>([chosen, chosen, chosen.join(','), '*', chosen[0] ?? '*'])
}

function sortOf(drawing: Drawing, uid: string): Tree[string] {
  const { random, sortsById } = drawing
  const key = () => {
    const to = attributesOf(drawing, uid).flatMap(([name, attribute]) =>
      attribute.type === 'relation' && attribute.relation.endsWith('ToOne') && attribute.relation !== 'morphToOne'
        ? [[name, attribute.target as string] as const]
        : [],
    )
    if (to.length === 0 || random.chance(0.8)) return random.one(scalarsOf(drawing, uid).filter(isDrawn(drawing)))[0]
    const [name, target] = random.one(to)
    return `${name}.${random.one(scalarsOf(drawing, target).filter(isDrawn(drawing)))[0]}`
  }
  const direction = () => random.one(['', '', ':asc', ':desc', ':DESC'])
  const kind = random.next()
  if (sortsById) return random.chance(0.3) ? `id${direction()}` : `${key()}${direction()},id`
  if (kind < 0.4) return `${key()}${direction()}`
  if (kind < 0.6) return `${key()}${direction()},id`
  if (kind < 0.7)
    return { [random.one(scalarsOf(drawing, uid).filter(isDrawn(drawing)))[0]]: random.one(['asc', 'desc']) }
  return [`${key()}${direction()}`, `${key()}${direction()}`, `id${direction()}`].slice(random.integer(0, 2))
}

/** The content types or components that an attribute leads to. */
function targetsOf(attribute: Attribute): readonly string[] {
  switch (attribute.type) {
    case 'relation':
      return 'target' in attribute ? [attribute.target] : []
    case 'media':
      return ['plugin::upload.file']
    case 'component':
      return [attribute.component]
    case 'dynamiczone':
      return attribute.components
    default:
      return []
  }
}

const linksOf = (drawing: Drawing, uid: string) =>
  attributesOf(drawing, uid).filter(([, { type }]) => !isScalarType(type))
const isScalarType = (type: Attribute['type']) => !['relation', 'media', 'component', 'dynamiczone'].includes(type)

function populateOf(drawing: Drawing, uid: string, depth: number): Tree[string] {
  const { random } = drawing
  const links = linksOf(drawing, uid).filter(isDrawn(drawing))
  if (links.length === 0) return '*'
  const kind = random.next()
  if (kind < 0.2) return '*'
  const chosen = random.some(links, 1, 3)
  const names = chosen.map(([name]) => name)
  if (kind < 0.3) return names.join(',')
  if (kind < 0.4) return names
  if (kind < 0.5) return dotted(drawing, random.one(links))
  return Object.fromEntries(chosen.map((named) => [named[0], below(drawing, named, depth + 1)]))
}

function dotted(drawing: Drawing, [name, attribute]: Named): string {
  const [target] = targetsOf(attribute)
  const links = target === undefined ? [] : linksOf(drawing, target).filter(isDrawn(drawing))
  return links.length === 0 ? name : `${name}.${drawing.random.one(links)[0]}`
}

/** The options of a populated attribute. */
function below(drawing: Drawing, [, attribute]: Named, depth: number): Tree[string] {
  const { random, version } = drawing
  const { bare, listOptions } = forms[version]
  const [target] = targetsOf(attribute)
  if (target === undefined || depth > 3 || random.chance(0.35)) return random.one(bare)
  if (attribute.type === 'dynamiczone') {
    if (random.chance(0.5)) return { populate: '*' }
    const on = random.some(attribute.components, 1, 2)
    return { on: Object.fromEntries(on.map((uid) => [uid, { ...shapeOf(drawing, uid, depth) }])) }
  }
  const isMany =
    attribute.type === 'relation'
      ? attribute.relation.endsWith('ToMany')
      : attribute.type === 'media' && attribute.multiple
  return {
    ...shapeOf(drawing, target, depth),
    ...(random.chance(0.2) && { filters: filtersOf(drawing, target, 1) }),
    ...(isMany && random.chance(0.3) && { sort: sortOf(drawing, target) }),
    ...(isMany && listOptions(random)),
  }
}

function filtersOf(drawing: Drawing, uid: string, depth: number): Tree {
  const { random } = drawing
  const kind = random.next()
  if (depth < 2 && kind < 0.14) {
    const group = random.one(['$and', '$or', '$or'])
    return { [group]: Array.from({ length: random.integer(1, 3) }, () => filtersOf(drawing, uid, depth + 1)) }
  }
  if (depth < 2 && kind < 0.18) return { $not: filtersOf(drawing, uid, depth + 1) }
  const links = linksOf(drawing, uid).filter(
    (named) =>
      isDrawn(drawing)(named) &&
      named[1].type !== 'dynamiczone' &&
      (named[1].type !== 'media' || random.chance(0.2)) &&
      targetsOf(named[1]).length > 0,
  )
  if (depth < 3 && links.length > 0 && kind < 0.45) {
    const [name, attribute] = random.one(links)
    const [target] = targetsOf(attribute) as [string]
    if (attribute.type !== 'component' && random.chance(0.2))
      return { [name]: random.one<Tree[string]>([String(random.integer(1, 6)), { id: String(random.integer(1, 6)) }]) }
    if (attribute.type !== 'component' && random.chance(0.1))
      return { [name]: { $null: random.one(['true', 'false']) } }
    return { [name]: filtersOf(drawing, target, depth + 1) }
  }
  const [name, attribute] = random.one(scalarsOf(drawing, uid).filter(isDrawn(drawing)))
  const filter = { [name]: conditionOf(drawing, name, attribute) }
  return random.chance(0.15) ? { ...filter, ...filtersOf(drawing, uid, depth + 1) } : filter
}

function conditionOf(drawing: Drawing, name: string, attribute: ScalarAttribute): Tree[string] {
  const { random } = drawing
  if (random.chance(0.12)) return valueOf(drawing, name, attribute)
  // Strapi accepts text operators on all types, but clients use them for texts.
  const operator = random.one(texts.has(attribute.type) || random.chance(0.05) ? operators : plainOperators)
  const { arity, text } = operatorRow(operator)
  const one = () => {
    const value = valueOf(drawing, name, attribute)
    return text ? partOf(random, value) : value
  }
  const value =
    arity === 'flag'
      ? random.one(['true', 'false'])
      : arity === 'one'
        ? one()
        : Array.from({ length: arity === 'two' ? 2 : random.integer(1, 3) }, one)
  const condition = { [operator]: value }
  return random.chance(0.08) ? { $not: condition } : condition
}

/** Values that the content may not have, by the type of the attribute. */
const others: Partial<Record<ScalarAttribute['type'], readonly string[]>> = {
  integer: ['0', '1', '2', '5', '-1', '7'],
  biginteger: ['0', '42', '-5', '9007199254740991'],
  float: ['0', '0.5', '0.1'],
  decimal: ['0', '12.5', '99.99'],
  boolean: ['true', 'false'],
  date: ['2024-02-29', '2024-03-01'],
  time: ['08:30:00.000', '08:30', '23:59:59.999'],
  datetime: ['2024-03-01T10:00:00.000Z', '2024-01-10', '2024-01-06T00:00:00.000Z'],
  timestamp: ['2024-03-01T10:00:00.000Z', '1709287200000'],
}

function valueOf({ random, values }: Drawing, name: string, attribute: ScalarAttribute): string {
  const known = values.one(random, name)
  if (known !== undefined && random.chance(0.75)) return known
  return random.one(others[attribute.type] ?? ['a', 'alpha', 'Alpha', 'É', '%', '_', 'x y', '100%', '1'])
}

/** Returns a value, a part of it, or either in other letters. */
function partOf(random: Random, value: string): string {
  const start = random.integer(0, Math.max(0, value.length - 2))
  const part = random.chance(0.6) ? value.slice(start, start + random.integer(1, 5)) : value
  return random.one([
    part,
    part,
    part.toLowerCase(),
    part.toUpperCase(),
    part.replace(/[aeiou]/, random.one(['_', '%'])),
  ])
}
