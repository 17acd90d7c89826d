import { isRecord } from '../is-record.js'
import { compileFilters, type Entity, type Scope } from './filters.js'
import { compileSort } from './ordering.js'
import { invalid, unknown } from './request-error.js'
import { type Attribute, isToMany, linkAttributes, type Schema, valueAttributes } from './schema.js'
import { idsIn, type Row } from './store.js'

type ResponseShape = (entity: Entity) => Record<string, unknown>

const yes = new Set(['true', 't', '1', '*', true])
const no = new Set(['false', 'f', '0', '', false])

/** Converts every form of populate to a tree: a name and the options below it. */
function treeOf(populate: unknown): Record<string, Record<string, unknown>> | '*' {
  if (populate === undefined) return {}
  if (populate === '*' || populate === 'true') return '*'
  if (typeof populate === 'string') return treeOf(populate.split(',').map((part) => part.trim()))
  if (Array.isArray(populate)) {
    const tree: Record<string, Record<string, unknown>> = {}
    for (const path of populate) {
      if (path === '*') return '*'
      const [name = '', ...rest] = String(path).split('.')
      const subtree = (tree[name] ??= {})
      if (rest.length > 0)
        subtree['populate'] = [...(Array.isArray(subtree['populate']) ? subtree['populate'] : []), rest.join('.')]
    }
    return tree
  }
  if (!isRecord(populate)) throw invalid('populate has an invalid shape')
  return Object.fromEntries(
    Object.entries(populate)
      .filter(([, options]) => !no.has(options as string))
      .map(([name, options]) => [name, yes.has(options as string) ? {} : isRecord(options) ? options : {}]),
  )
}

function fieldsOf(schema: Schema, fields: unknown, { form }: Scope): string[] {
  const names = Object.keys(valueAttributes(schema)).filter((name) => name !== 'id')
  if (fields === undefined || fields === '*' || (Array.isArray(fields) && fields.includes('*'))) return names
  const listed = (Array.isArray(fields) ? fields : [fields]).map(String)
  const wanted = form.documents ? listed.flatMap((part) => part.split(',')) : listed
  for (const name of wanted) if (name !== 'id' && !names.includes(name)) throw unknown(name)
  const identifying = schema.documents ? ['documentId'] : []
  return [...new Set([...identifying, ...wanted])].filter((name) => name !== 'id')
}

const allowed = new Set(['fields', 'sort', 'filters', 'populate', 'on', 'locale', 'publicationState', 'start', 'limit'])

const allowedForDocuments = new Set(['fields', 'sort', 'filters', 'populate', 'on', 'count'])

function checkOptions(options: Record<string, unknown>, { form }: Scope): void {
  const names = form.documents ? allowedForDocuments : allowed
  for (const name of Object.keys(options)) if (!names.has(name)) throw unknown(name)
}

function relationDress(
  name: string,
  attribute: Attribute,
  options: Record<string, unknown>,
  scope: Scope,
): ResponseShape {
  const schema = scope.store.schemaOf(attribute.target)
  if (!scope.caller.can(schema.uid, 'find')) return () => ({})
  const matches = compileFilters(schema, options['filters'], scope)
  const order = options['sort'] === undefined ? undefined : compileSort(schema, options['sort'], scope)
  const shape = compileResponseShape(schema, options, scope)
  return (entity) => {
    const rows = scope.store.linked(entity, name, attribute).filter((row) => scope.shows(row) && matches(row))
    const sorted = order ? rows.toSorted(order) : rows
    if (scope.form.documents && options['count'] === 'true') return { [name]: { count: rows.length } }
    const found = sorted.map((row) => envelope(row, shape, scope))
    return { [name]: scope.form.related(isToMany(attribute) ? found : (found[0] ?? null)) }
  }
}

function mediaDress(name: string, attribute: Attribute, scope: Scope): ResponseShape {
  return (entity) => {
    const files = idsIn(entity.values[name]).flatMap((id) => scope.store.files.get(id) ?? [])
    const entries = files.map(({ id, ...attributes }) => scope.form.entry(id, attributes))
    return { [name]: scope.form.related(attribute.multiple ? entries : (entries[0] ?? null)) }
  }
}

const asEntity = (item: unknown): Entity => ({ values: item as Record<string, unknown> })

function componentDress(
  name: string,
  attribute: Attribute,
  options: Record<string, unknown>,
  scope: Scope,
): ResponseShape {
  const shape = compileResponseShape(scope.store.schemaOf(attribute.component), options, scope)
  const one = (item: unknown) => ({ id: asEntity(item).values['id'], ...shape(asEntity(item)) })
  return ({ values }) => {
    const value = values[name]
    if (attribute.repeatable) return { [name]: Array.isArray(value) ? value.map(one) : [] }
    return { [name]: value === null || value === undefined ? null : one(value) }
  }
}

function zoneDress(name: string, attribute: Attribute, options: Record<string, unknown>, scope: Scope): ResponseShape {
  const on = isRecord(options['on']) ? options['on'] : undefined
  for (const uid of Object.keys(on ?? {})) if (!attribute.components?.includes(uid)) throw unknown(uid)
  const shapes = new Map(
    (attribute.components ?? [])
      .filter((uid) => on === undefined || uid in on)
      .map((uid) => {
        const own = on ? on[uid] : { populate: known(uid, options['populate'], scope) }
        return [uid, compileResponseShape(scope.store.schemaOf(uid), isRecord(own) ? own : {}, scope)]
      }),
  )
  return ({ values }) => {
    const items = Array.isArray(values[name]) ? values[name].map((item: unknown) => asEntity(item).values) : []
    return {
      [name]: items.flatMap((item) => {
        const shape = shapes.get(String(item['__component']))
        return shape ? [{ id: item['id'], __component: item['__component'], ...shape({ values: item }) }] : []
      }),
    }
  }
}

/**
 * Returns the part of `populate` that applies to one component, when several components share it. Names that
 * this component lacks belong to the others.
 */
function known(uid: string, populate: unknown, scope: Scope): unknown {
  const tree = treeOf(populate)
  if (tree === '*') return '*'
  const links = linkAttributes(scope.store.schemaOf(uid))
  return Object.fromEntries(Object.entries(tree).filter(([name]) => name in links))
}

function linkDress(name: string, attribute: Attribute, options: Record<string, unknown>, scope: Scope): ResponseShape {
  checkOptions(options, scope)
  if (attribute.type === 'relation') return relationDress(name, attribute, options, scope)
  if (attribute.type === 'media') return mediaDress(name, attribute, scope)
  if (attribute.type === 'component') return componentDress(name, attribute, options, scope)
  if (attribute.type === 'dynamiczone') return zoneDress(name, attribute, options, scope)
  return () => ({ [name]: { data: null } })
}

/** Returns a function that returns the attributes of an entry: the selected fields, then the populated links. */
export function compileResponseShape(
  schema: Schema,
  { fields, populate }: { fields?: unknown; populate?: unknown },
  scope: Scope,
): ResponseShape {
  const names = fieldsOf(schema, fields, scope)
  const links = linkAttributes(schema)
  const tree = treeOf(populate)
  const chosen = tree === '*' ? Object.keys(links).map((name) => [name, {}] as const) : Object.entries(tree)
  const shapes = chosen.map(([name, options]) => {
    const attribute = links[name]
    if (!attribute) throw unknown(name)
    return linkDress(name, attribute, options, scope)
  })
  return (entity) =>
    Object.assign(
      Object.fromEntries(names.map((name) => [name, entity.values[name] ?? null])),
      ...shapes.map((shape) => shape(entity)),
    ) as Record<string, unknown>
}

export const envelope = (row: Row, shape: ResponseShape, { form }: Scope) => form.entry(row.id, shape(row))
