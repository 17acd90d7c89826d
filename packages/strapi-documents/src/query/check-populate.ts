import { type Attribute, isRecord, isScalar, type Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { readToggle } from '@content-api/core/query/raw-value'
import { checkFields, checkFilters, checkSort } from './check-names.js'
import { invalidQueryKey, pathOf, type QueryContext, schemaBehind } from './named-attribute.js'
import { shown } from './shown.js'

const param = 'populate'

/** Checks the names in `populate`, in all of its forms. @throws ApiError ValidationError */
export function checkPopulate(schema: Schema, raw: unknown, context: QueryContext): void {
  if (isRecord(raw)) {
    for (const [name, value] of Object.entries(raw)) {
      if (readToggle(value) === false) continue
      checkLink({ schema, name }, requireLink(schema, name, null, context), value, context)
    }
    return
  }
  const isList = Array.isArray(raw)
  for (const item of [raw].flat()) {
    if (typeof item !== 'string') continue
    if (item === '*' && isList) throw invalidQueryKey('*', '*', param)
    for (const path of item.split(',')) {
      const names = path.trim()
      if (names !== '' && names !== '*') checkPath(schema, names, context)
    }
  }
}

/** Returns a link that may be populated. One that the caller may not follow is left out of the response later. */
function requireLink(schema: Schema, name: string, parent: string | null, { registry }: QueryContext): Attribute {
  const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
  if (!attribute || isScalar(attribute) || attribute.private) throw invalidQueryKey(name, pathOf(parent, name), param)
  if (attribute.type === 'relation' && attribute.target !== undefined && !registry.contentTypes.has(attribute.target)) {
    throw invalidQueryKey(name, pathOf(parent, name), param)
  }
  return attribute
}

/** Checks a path such as `author.avatar`. It may lead through a zone, but not through files or to any type. */
function checkPath(schema: Schema, path: string, context: QueryContext): void {
  const names = path.split('.')
  let schemas: readonly Schema[] = [schema]
  let parent: string | null = null
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1
    if (name === '*' && isLast && !(schemas.length > 1)) return
    const found = schemas.flatMap((each) => {
      const attribute = Object.hasOwn(each.attributes, name) ? each.attributes[name] : undefined
      return attribute && !isScalar(attribute) && !attribute.private ? [attribute] : []
    })
    const [attribute] = found
    if (!attribute) throw invalidQueryKey(name, pathOf(parent, name), param)
    parent = pathOf(parent, name)
    if (isLast) return
    if (attribute.type === 'media' || (attribute.type === 'relation' && attribute.target === undefined)) {
      throw invalidQueryKey(name, parent, param)
    }
    schemas =
      attribute.type === 'dynamiczone'
        ? attribute.components.map((uid) => context.registry.component(uid))
        : [schemaBehind(attribute, context.registry) as Schema]
    if (attribute.type === 'dynamiczone' && names[index + 1] === '*')
      throw invalidQueryKey('*', pathOf(parent, '*'), param)
  }
}

const rowOptions: ReadonlySet<string> = new Set(['fields', 'filters', 'sort', 'populate', 'count'])
const anyOptions: ReadonlySet<string> = new Set(['populate', 'on', 'count'])

function checkLink(
  { schema, name }: { readonly schema: Schema; readonly name: string },
  attribute: Attribute,
  value: unknown,
  context: QueryContext,
): void {
  const target = schemaBehind(attribute, context.registry)
  if (!isRecord(value)) {
    if (readToggle(value) !== undefined) return
    if (Array.isArray(value)) throw invalidQueryKey(shown(value[0] ?? ''), name, param)
    if (value !== '*') throw invalidQueryKey(shown(value ?? ''), name, param)
    const key = firstLink(target)
    const path = pathOf(name, key)
    throw new ApiError('ValidationError', `Invalid key ${key} at ${path}`, { details: { key, path } })
  }
  if (target) return checkOptions(name, target, value, context)
  for (const [key, part] of Object.entries(value)) {
    if (!anyOptions.has(key)) {
      const message = `Invalid nested populate for ${ownerOf(schema)}.${name} (${schema.uid}). Expected a fragment ("on") or "count" but found ${JSON.stringify({ [key]: part }).slice(0, 100)}`
      throw new ApiError('ValidationError', message)
    }
    if (key === 'populate' && part !== '*' && !('on' in value)) throw invalidQueryKey('populate', name, param)
    if (key === 'on') checkFragments(name, attribute, part, context)
  }
}

const ownerOf = (schema: Schema): string => (schema.model === 'contentType' ? schema.singularName : schema.uid)

const firstLink = (schema: Schema | null): string =>
  Object.entries(schema?.attributes ?? {}).find(([, attribute]) => !isScalar(attribute))?.[0] ?? '*'

function checkOptions(
  name: string,
  target: Schema,
  value: Readonly<Record<string, unknown>>,
  context: QueryContext,
): void {
  for (const [key, part] of Object.entries(value)) {
    if (!rowOptions.has(key)) throw invalidQueryKey(key, key === 'locale' ? pathOf(name, key) : name, param)
    if (key === 'fields') checkFields(target, part, context, param)
    if (key === 'filters') checkFilters(target, part, context)
    if (key === 'sort') checkSort(target, part, context, param)
    if (key === 'populate') checkPopulate(target, part, context)
  }
}

/** Checks `on`: a selection for each component of a zone, or for each type of a polymorphic relation. */
function checkFragments(name: string, attribute: Attribute, raw: unknown, context: QueryContext): void {
  if (!isRecord(raw)) return
  const { components, contentTypes } = context.registry
  for (const [uid, value] of Object.entries(raw)) {
    const schema = attribute.type === 'dynamiczone' ? components.get(uid) : contentTypes.get(uid)
    if (!schema) throw invalidQueryKey(uid, `${name}.on.${uid}`, param)
    if (isRecord(value)) checkOptions(name, schema, value, context)
  }
}
