import { validValue } from './generate-attributes.js'
import type { GeneratedSchemas } from './generate-schemas.js'
import type { AttributeJson, SchemaJson } from './library-schemas.js'
import type { Random } from './random.js'

/** A request to a content type. */
export interface SchemaRequest {
  readonly type: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** The entries that are created of each collection type. */
const perType = 3

/**
 * Returns requests to every content type: creates, updates with relations, reads with filters, sort and
 * populate, and deletes.
 */
export function schemaRequests(random: Random, { types, components, mismatched }: GeneratedSchemas): SchemaRequest[] {
  let number = 0
  const valuesOf = (schema: SchemaJson, share: number): Record<string, unknown> => {
    const values: Record<string, unknown> = {}
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      number += 1
      if (attribute.type === 'relation') continue
      if (attribute['required'] !== true && attribute.type !== 'uid' && !random.chance(share)) continue
      const value = valueOf(attribute)
      if (value !== undefined) values[name] = value
    }
    return values
  }
  const componentOf = (uid: string) => valuesOf(components[uid] as SchemaJson, 0.7)
  const valueOf = (attribute: AttributeJson): unknown => {
    if (attribute.type === 'component') {
      const uid = String(attribute['component'])
      return attribute['repeatable'] === true ? [componentOf(uid), componentOf(uid)] : componentOf(uid)
    }
    if (attribute.type === 'dynamiczone') {
      const uids = attribute['components'] as readonly string[]
      return uids.map((uid) => ({ __component: uid, ...componentOf(uid) }))
    }
    return validValue(random, attribute, number)
  }
  const all = Object.entries(types)
  const of = (each: (name: string, schema: SchemaJson, path: string) => SchemaRequest[]) =>
    all.flatMap(([name, schema]) => each(name, schema, pathOf(schema)))
  return [
    ...of((type, schema, path) =>
      schema.kind === 'singleType'
        ? [{ type, method: 'PUT', path, body: { data: valuesOf(schema, 0.8) } }]
        : Array.from({ length: perType }, () => ({
            type,
            method: 'POST',
            path,
            body: { data: valuesOf(schema, 0.7) },
          })),
    ),
    ...of((type, schema, path) =>
      idsOf(schema).map((id) => ({
        type,
        method: 'PUT',
        path: `${path}${id}`,
        body: { data: relationValues(random, schema, types) },
      })),
    ),
    ...of((type, schema, path) => reads(random, type, schema, path)),
    ...of((type, schema, path) => {
      const id = schema.kind === 'singleType' ? '' : '/2'
      const few = Object.entries(valuesOf(schema, 0.4)).slice(0, 3)
      // Strapi fails in the middle of writes to other types.
      const isWhole = !Object.entries(schema.attributes).some(
        ([key, { mappedBy }]) => mappedBy !== undefined && mismatched.has(key),
      )
      return [
        ...(isWhole
          ? [{ type, method: 'PUT', path: `${path}${id}?populate=*`, body: { data: Object.fromEntries(few) } }]
          : []),
        { type, method: 'DELETE', path: `${path}${id}` },
        { type, method: 'GET', path: `${path}?publicationState=preview&populate=*` },
      ]
    }),
  ]
}

const pathOf = ({ kind, info }: SchemaJson) =>
  `/api/${kind === 'singleType' ? info['singularName'] : info['pluralName']}`

const idsOf = ({ kind }: SchemaJson) => (kind === 'singleType' ? [''] : ['/1', '/2'])

function relationValues(random: Random, { attributes }: SchemaJson, types: GeneratedSchemas['types']): object {
  const values: Record<string, unknown> = {}
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.type !== 'relation') continue
    const target = types[String(attribute['target']).split('.').at(-1) ?? '']
    const count = target?.kind === 'singleType' ? 1 : perType
    const ids = random.some(
      Array.from({ length: count }, (_, index) => index + 1),
      1,
      2,
    )
    const isMany = String(attribute['relation']).endsWith('ToMany')
    values[name] = random.one([
      isMany ? ids : ids[0],
      { connect: isMany ? ids : ids.slice(0, 1) },
      { set: isMany ? ids : ids.slice(0, 1) },
    ])
  }
  return values
}

const filterable = ['string', 'integer', 'boolean', 'enumeration', 'date', 'float', 'text', 'email']

function reads(random: Random, type: string, schema: SchemaJson, path: string): SchemaRequest[] {
  const get = (rest: string) => ({ type, method: 'GET', path: `${path}${rest}` })
  const preview = 'publicationState=preview'
  const visible = Object.entries(schema.attributes).filter(([, attribute]) => attribute['private'] !== true)
  const links = visible.filter(([, attribute]) => ['relation', 'component', 'dynamiczone'].includes(attribute.type))
  const scalars = visible.filter(([, attribute]) => filterable.includes(attribute.type))
  const deep = links.map(([name]) => `populate[${encodeURIComponent(name)}][populate]=*`).join('&')
  const conditions = random.some(scalars, 0, 2).map(([name, attribute]) => {
    const value = validValue(random, attribute, random.integer(1, 50))
    return `filters[${encodeURIComponent(name)}][${random.one(['$eq', '$ne', '$gt', '$lte'])}]=${encodeURIComponent(String(value))}`
  })
  const sorts = random.some(scalars, 1, 1).map(([name]) => `sort[0]=${encodeURIComponent(name)}&sort[1]=id`)
  const fields = random.some(scalars, 1, 2).map(([name], index) => `fields[${index}]=${encodeURIComponent(name)}`)
  const one = schema.kind === 'singleType' ? '' : '/1'
  return [
    get(`${one}?${preview}&populate=*`),
    get(`${one}?${[preview, ...(deep === '' ? [] : [deep])].join('&')}`),
    get(`?${[preview, ...conditions, 'sort=id'].join('&')}`),
    get(`?${[preview, ...sorts, ...fields, 'pagination[pageSize]=2'].join('&')}`),
    get('/99'),
  ]
}
