import { type Attribute, isScalar, type Schema } from '@content-api/model'
import { envelopeOf, errorResponse, okResponse } from '../responses.js'
import { isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { dataOf, errorName } from './bodies.js'
import { refusal } from './refusals.js'

type Values = Readonly<Record<string, unknown>>

interface Item {
  readonly schema: Schema
  readonly values: Values
  readonly path: readonly string[]
}

/** Returns the components of a body at any depth. */
function componentsOf(of: Case): Item[] {
  const data = dataOf(of)
  return of.target && data ? inside(of, { schema: of.target.type, values: data, path: [] }) : []
}

function inside(of: Case, { schema, values, path }: Item): Item[] {
  return Object.entries(schema.declared).flatMap(([name, attribute]) => {
    const value = values[name]
    const items = Array.isArray(value) ? value : [value]
    return items.flatMap((item, index) => {
      const component = isRecord(item) ? componentOf(of, attribute, item) : undefined
      if (!component || !isRecord(item)) return []
      const place = [...path, name, ...(Array.isArray(value) ? [String(index)] : [])]
      const found = { schema: component, values: item, path: place }
      return [found, ...inside(of, found)]
    })
  })
}

function componentOf({ world }: Case, attribute: Attribute, item: Values): Schema | undefined {
  if (attribute.type === 'component') return world.registry.components.get(attribute.component)
  return attribute.type === 'dynamiczone' ? world.registry.components.get(String(item['__component'])) : undefined
}

/** Returns the media in components whose value has `connect` or `disconnect`. */
function connectedMedia(of: Case): string[][] {
  return componentsOf(of).flatMap(({ schema, values, path }) =>
    Object.entries(schema.declared).flatMap(([name, { type }]) => {
      const value = values[name]
      const connects = isRecord(value) && ('connect' in value || 'disconnect' in value)
      return type === 'media' && connects ? [[...path, name]] : []
    }),
  )
}

export const mediaWithinNotConnected = refusal({
  name: '0060-media-are-set-not-connected',
  strapi: 'empties a media attribute whose value has `connect` or `disconnect`.',
  ours: 'rejects the request with 400 and writes nothing.',
  why: 'the specification excludes media from both (§4.4), and connecting one file must not remove the others.',
  refuses(of) {
    const paths = connectedMedia(of)
    return paths.length > 0 ? { error: 'ValidationError', paths } : null
  },
  instead: (of) => connectedMedia(of).reduce((data, path) => withValue(data, path, null), dataOf(of) as unknown),
})

/** Returns the data with another value at a path. */
function withValue(data: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(data))
    return data.map((item, index) => (String(index) === step ? withValue(item, rest, value) : item))
  return isRecord(data) ? { ...data, [step]: withValue(data[step], rest, value) } : data
}

/** Returns lists that contain a component id twice. In a new entry ids have no effect. */
function repeated(of: Case): string[] {
  if (of.target?.operation !== 'update') return []
  return Object.entries(dataOf(of) ?? {}).flatMap(([name, value]) => {
    const type = of.target?.type.declared[name]?.type
    if ((type !== 'component' && type !== 'dynamiczone') || !Array.isArray(value)) return []
    return value.length > distinct(value).length ? [name] : []
  })
}

function distinct(items: readonly unknown[]): unknown[] {
  const key = (item: unknown) =>
    isRecord(item) && (item['id'] ?? null) !== null ? `${String(item['__component'])} ${String(item['id'])}` : null
  return items.filter((item, at) => key(item) === null || items.findIndex((other) => key(other) === key(item)) === at)
}

export const componentsOnce = refusal({
  name: '0084-a-component-stands-once',
  strapi: 'merges list items with the same component id, in no fixed order.',
  ours: 'rejects the list with 400.',
  why: 'the result must not depend on the order of the items.',
  refuses(of) {
    const names = repeated(of)
    return names.length > 0 ? { error: 'ValidationError', paths: names.map((name) => [name]) } : null
  },
  instead(of) {
    const names = repeated(of)
    if (names.length === 0) return null
    const data = dataOf(of) ?? {}
    return Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, names.includes(name) ? distinct(value as unknown[]) : value]),
    )
  },
})

const isId = (value: unknown) => value === undefined || value === null || /^"?[1-9]\d*"?$/.test(JSON.stringify(value))

export const componentIdsAreIds: Rule = {
  name: '0085-ids-of-components-are-ids',
  strapi: 'reports a component with an invalid id as belonging to another entry.',
  ours: 'names the invalid id in the error.',
  why: 'the error must say what to fix.',
  when: (of, theirs) => errorName(theirs) === 'ApplicationError' && wrongIds(of).length > 0,
  expected: (of) => errorResponse('ValidationError', { paths: wrongIds(of) }),
}

const wrongIds = (of: Case): string[][] =>
  componentsOf(of).flatMap(({ values, path }) => (isId(values['id']) ? [] : [[...path, 'id']]))

/** Returns the required values that new components of an update lack. */
function missingInNew(of: Case): Path[] {
  if (of.target?.operation !== 'update') return []
  return componentsOf(of).flatMap(({ schema, values, path }) =>
    (values['id'] ?? null) === null ? missingValues(schema, values).map((name) => [...path, name]) : [],
  )
}

type Path = string[]

const missingValues = (schema: Schema, values: Values): string[] =>
  Object.entries(schema.declared).flatMap(([name, attribute]) => {
    if (!isScalar(attribute) || !attribute.required) return []
    return (values[name] ?? attribute.default ?? null) === null ? [name] : []
  })

async function isLive(of: Case): Promise<boolean> {
  const { target, world } = of
  if (!target?.type.draftAndPublish) return true
  const row = target.id === null ? (await world.rows(target.type))[0] : await world.row(target.type, target.id)
  return (row?.['publishedAt'] ?? null) !== null
}

export const newComponentsComplete = refusal({
  name: '0370-new-components-are-complete',
  strapi: 'accepts updates whose new components lack required values, and stores null.',
  ours: 'checks new components of a published entry as a create does, and rejects the update with 400.',
  why: 'published entries must satisfy their schema: GraphQL returns required attributes as non-null.',
  async refuses(of) {
    const paths = missingInNew(of)
    return paths.length > 0 && (await isLive(of)) ? { error: 'ValidationError', paths } : null
  },
  instead: (of) => missingInNew(of).reduce((data, path) => withValue(data, path, 'missing'), dataOf(of) as unknown),
})

/** Returns the lists and zones that an update sets to null. */
function cleared(of: Case): string[] {
  if (of.target?.operation !== 'update') return []
  return Object.entries(dataOf(of) ?? {}).flatMap(([name, value]) => {
    const attribute = of.target?.type.declared[name]
    const isList = attribute?.type === 'dynamiczone' || (attribute?.type === 'component' && attribute.repeatable)
    return value === null && isList && !attribute.required ? [name] : []
  })
}

export const nullClearsLists: Rule = {
  name: '0371-null-clears-lists-and-zones',
  strapi: 'rejects null for a repeatable component or a dynamic zone.',
  ours: 'clears it.',
  why: 'null clears any attribute (specification §4.1).',
  when: (of, theirs) =>
    errorName(theirs) === 'ValidationError' &&
    cleared(of).length > 0 &&
    cleared(of).length === Object.keys(dataOf(of) ?? {}).length,
  /** The entry before the write, without the content of the lists. */
  async expected(of) {
    const entry = envelopeOf(await of.ask(of.request.path))?.data as { id: number; attributes: Values }
    const empty = Object.fromEntries(
      cleared(of).flatMap((name) => (name in entry.attributes ? [[name, [] as unknown[]]] : [])),
    )
    return okResponse({ data: { id: entry.id, attributes: { ...entry.attributes, ...empty } }, meta: {} })
  },
}
