import {
  type Component,
  type ContentType,
  isRecord,
  isScalar,
  type Registry,
  type RelationAttribute,
} from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Values } from '@content-api/engine/plan'
import type { Can } from '@content-api/core/query/plan-context'
import { isVersionAttribute } from '../rows/row.js'
import { invalidKey } from './invalid-key.js'

interface KeyContext {
  readonly registry: Registry
  readonly can: Can
}

/** System attributes that a body may contain, and that are ignored. */
const ignored: ReadonlySet<string> = new Set(['publishedAt', 'locale'])

/**
 * Checks the names in the data of a request: attributes that the caller may write, and the forms of links.
 * @throws ApiError ValidationError that names the first other key
 */
export function checkKeys(type: ContentType, data: Values, context: KeyContext): void {
  for (const key of ['id', 'documentId']) {
    if (Object.hasOwn(data, key)) {
      throw new ApiError('ValidationError', `Invalid key ${key}`, { details: { key, source: 'body' } })
    }
  }
  for (const [key, value] of Object.entries(data)) {
    const isDeclared = Object.hasOwn(type.declared, key)
    if (ignored.has(key) && !isDeclared) continue
    if (isDeclared && isVersionAttribute(key) && value !== null) {
      const message = `${key} of ${type.uid} can't be written: all documents of Strapi 5 have an attribute of this name. Rename it in the schema`
      throw new ApiError('ValidationError', message, { details: { key, source: 'body' } })
    }
    if (!isDeclared) {
      throw invalidKey(key, Object.hasOwn(type.attributes, key) || key === 'localizations' ? key : null)
    }
    checkAttribute(type, key, value, key, context)
  }
}

function checkAttribute(
  schema: ContentType | Component,
  name: string,
  value: unknown,
  path: string,
  context: KeyContext,
): void {
  const attribute = schema.declared[name]
  if (!attribute || isScalar(attribute)) return
  switch (attribute.type) {
    case 'component': {
      const component = context.registry.component(attribute.component)
      for (const item of [value].flat()) checkComponent(component, item, path, componentKeys, context)
      return
    }
    case 'dynamiczone':
      for (const item of [value].flat()) {
        const uid = isRecord(item) ? item['__component'] : undefined
        // An unknown component is reported with the values.
        const component = typeof uid === 'string' ? context.registry.components.get(uid) : undefined
        if (component) checkComponent(component, item, path, zoneKeys, context)
      }
      return
    case 'media':
      return checkLink(value, path)
    case 'relation':
      return checkRelation(name, attribute, value, path, context)
  }
}

const componentKeys: ReadonlySet<string> = new Set(['id'])
const zoneKeys: ReadonlySet<string> = new Set(['id', '__component'])

function checkComponent(
  component: Component,
  item: unknown,
  path: string,
  known: ReadonlySet<string>,
  context: KeyContext,
): void {
  if (!isRecord(item)) return
  for (const [key, value] of Object.entries(item)) {
    if (known.has(key)) continue
    if (!Object.hasOwn(component.declared, key)) throw invalidKey(key, path)
    checkAttribute(component, key, value, `${path}.${key}`, context)
  }
}

function checkRelation(
  name: string,
  { target, relation }: RelationAttribute,
  value: unknown,
  path: string,
  { registry, can }: KeyContext,
): void {
  if (target !== undefined) {
    if (!can('find', registry.contentType(target))) throw invalidKey(name, path)
    return checkLink(value, path)
  }
  const items = listOf(isRecord(value) ? (value['set'] ?? value['connect'] ?? value) : value)
  const hasTypes = items !== null && items.every((item) => isRecord(item) && typeof item['__type'] === 'string')
  if (relation !== 'morphToMany' || !hasTypes) throw invalidKey(name, path)
  for (const item of items as readonly Values[]) {
    const type = registry.contentTypes.get(item['__type'] as string)
    if (!type || !can('find', type)) throw invalidKey(name, path)
  }
}

const listOf = (value: unknown): readonly unknown[] | null =>
  Array.isArray(value) ? value : value === null ? null : [value]

const linkKeys: ReadonlySet<string> = new Set(['connect', 'disconnect', 'set', 'options', 'locale'])

/** An item of a list may have other keys, for example those of a response, except a status. */
function checkLink(value: unknown, path: string): void {
  for (const item of [value].flat()) {
    if (!isRecord(item)) continue
    if (Object.hasOwn(item, 'status')) throw invalidKey('status', path)
    if (Object.hasOwn(item, 'id') || Object.hasOwn(item, 'documentId')) continue
    const unknown = Object.keys(item).find((key) => !linkKeys.has(key))
    if (unknown !== undefined) throw invalidKey(unknown, path)
  }
}
