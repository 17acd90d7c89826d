import { type ContentType, isScalar } from '@content-api/model'
import * as fc from 'fast-check'
import { atlasRegistry } from './atlas.js'
import type { Draw } from './graphql-walk.js'

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }

/** A query for a list of entries. Each populated relation is again such a query. */
interface List {
  readonly sort: readonly string[]
  readonly filters: { readonly [name: string]: Value } | null
  readonly pagination: { readonly [name: string]: number }
  readonly fields: readonly string[]
  readonly populate: readonly (readonly [name: string, list: List])[]
}

/** One read of the atlas, as a REST and as a GraphQL request. */
export interface AtlasProbe {
  readonly rest: string
  readonly graphql: string
}

const types = [...atlasRegistry.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))

const scalarsOf = ({ attributes }: ContentType) =>
  Object.entries(attributes).flatMap(([name, attribute]) =>
    isScalar(attribute) && ['string', 'float', 'boolean'].includes(attribute.type)
      ? [{ name, type: attribute.type }]
      : [],
  )
interface Relation {
  readonly name: string
  readonly target: ContentType
  readonly isList: boolean
}

const relationsOf = ({ attributes }: ContentType): readonly Relation[] =>
  Object.entries(attributes).flatMap(([name, attribute]) => {
    if (attribute.type !== 'relation' || !('target' in attribute)) return []
    const target = types.find(({ uid }) => uid === attribute.target)
    return target ? [{ name, target, isList: attribute.relation.endsWith('ToMany') }] : []
  })

const pick = <Item>(draw: Draw, items: readonly Item[]): Item => draw(fc.constantFrom(...items))
const oneOf = (draw: Draw, count: number) => draw(fc.nat(count - 1)) === 0

/** The path of an attribute behind up to three relations. */
function path(draw: Draw, type: ContentType): { names: string[]; kind: string } {
  const names: string[] = []
  let at = type
  for (let hops = pick(draw, [0, 0, 0, 1, 1, 2, 3]); hops > 0 && relationsOf(at).length > 0; hops--) {
    const { name, target } = pick(draw, relationsOf(at))
    names.push(name)
    at = target
  }
  const { name, type: kind } = pick(draw, scalarsOf(at))
  return { names: [...names, name], kind }
}

const conditions: Readonly<Record<string, readonly { readonly [operator: string]: Value }[]>> = {
  string: [
    { contains: 'a' },
    { containsi: 'SAINT' },
    { notContains: 'e' },
    { startsWith: 'B' },
    { eq: 'Paris' },
    { in: ['Paris', 'Zürich', 'FRA'] },
    { notNull: true },
    { ne: 'x' },
  ],
  float: [{ gt: 40 }, { between: [-5, 5] }, { lt: -85 }, { null: true }],
  boolean: [{ eq: true }, { ne: true }],
}

function filters(draw: Draw, type: ContentType): { readonly [name: string]: Value } {
  const { names, kind } = path(draw, type)
  const condition = names.reduceRight<Value>(
    (inner, name) => ({ [name]: inner }),
    pick(draw, conditions[kind] ?? []),
  ) as {
    readonly [name: string]: Value
  }
  if (oneOf(draw, 8)) return { not: condition }
  return oneOf(draw, 4) ? { [pick(draw, ['and', 'or'])]: [condition, filters(draw, type)] } : condition
}

const pages = [
  {},
  { page: 1, pageSize: 5 },
  { page: 2, pageSize: 25 },
  { page: 1, pageSize: 100 },
  { page: 40, pageSize: 100 },
  { start: 0, limit: 100 },
  { start: 2_000, limit: 10 },
]
const windows = [{}, {}, { limit: 1 }, { limit: 10 }, { limit: 100 }, { start: 20, limit: 20 }, { limit: -1 }]

function list(draw: Draw, type: ContentType, depth: number): List {
  const relations = relationsOf(type)
  const names =
    depth > 3
      ? []
      : draw(fc.subarray([...relations], { maxLength: Math.min(relations.length, pick(draw, [0, 1, 1, 2])) }))
  return {
    sort: Array.from({ length: pick(draw, [0, 0, 1, 2]) }, () =>
      [path(draw, type).names.join('.'), pick(draw, ['', ':desc'])].join(''),
    ),
    filters: oneOf(draw, 3) ? filters(draw, type) : null,
    pagination: pick(draw, depth === 0 ? pages : windows),
    fields: draw(
      fc.subarray(
        scalarsOf(type).map(({ name }) => name),
        { minLength: 1 },
      ),
    ),
    populate: names.map(({ name, target }) => [name, list(draw, target, depth + 1)] as const),
  }
}

const write = (name: string, value: Value): string[] => {
  if (typeof value !== 'object' || value === null) return [`${name}=${encodeURIComponent(String(value))}`]
  if (Array.isArray(value)) return value.flatMap((item, index) => write(`${name}[${index}]`, item as Value))
  return Object.entries(value).flatMap(([key, item]) => write(`${name}[${key}]`, item))
}

/** The GraphQL operators of filters. In REST, they have a dollar sign. */
const operators = new Set([
  'and',
  'or',
  'not',
  ...Object.values(conditions).flatMap((of) => of.flatMap((one) => Object.keys(one))),
])
function withDollars(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withDollars(item as Value))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [operators.has(key) ? `$${key}` : key, withDollars(item)]),
  )
}

function restParameters({ sort, filters: input, pagination, fields, populate }: List, isRoot: boolean): Value {
  return {
    ...(sort.length > 0 && { sort }),
    ...(input && { filters: withDollars(input) }),
    ...(isRoot ? Object.keys(pagination).length > 0 && { pagination } : pagination),
    fields,
    ...(populate.length > 0 && {
      populate: Object.fromEntries(populate.map(([name, below]) => [name, restParameters(below, false)])),
    }),
  }
}

function literal(value: Value): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item as Value)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${key}: ${literal(item)}`)
    .join(', ')} }`
}

function selection(type: ContentType, list: List, name: string): string {
  const { sort, filters: input, pagination } = list
  const options = {
    ...(sort.length > 0 && { sort }),
    ...(input && { filters: input }),
    ...(Object.keys(pagination).length > 0 && { pagination }),
  }
  const args = Object.keys(options).length > 0 ? `(${literal(options).slice(2, -2)})` : ''
  return `${name}${args} { ${data(type, list)} }`
}

function data(type: ContentType, { fields, populate }: List): string {
  const below = populate.map(([key, inner]) => {
    const relation = relationsOf(type).find(({ name }) => name === key) as Relation
    return relation.isList ? selection(relation.target, inner, key) : `${key} { ${data(relation.target, inner)} }`
  })
  return `data { id attributes { ${[...fields, ...below].join(' ')} } }`
}

/** Generates expensive reads: nested relations, filters and sorts over relations, and high page offsets. */
export function atlasProbes(): fc.Arbitrary<AtlasProbe> {
  return fc.gen().map((generate) => {
    const draw: Draw = (arbitrary) => generate(() => arbitrary)
    const type = pick(draw, types)
    const root = list(draw, type, 0)
    const parameters = Object.entries(restParameters(root, true) as object).flatMap(([name, value]) =>
      write(name, value as Value),
    )
    const copies = pick(draw, [1, 1, 1, 2, 6])
    const field = selection(type, root, type.pluralName)
    const fields = Array.from({ length: copies }, (_, number) => `a${number}: ${field}`)
    return { rest: `/api/${type.pluralName}?${parameters.join('&')}`, graphql: `{ ${fields.join(' ')} }` }
  })
}
