import {
  attributeOf,
  fileType,
  isLink,
  isMorph,
  isToMany,
  type ModelIndex,
  readableOf,
  type Schema,
} from '../model/model-index.js'
import type { ExplorerAttribute } from '../protocol.js'
import { readLinks } from '../query/populate-links.js'
import { isQueryObject, namesIn, type QueryObject, type QueryValue } from '../state/query.js'
import type { Translation } from './code-text.js'
import { graphqlFilters, graphqlRefusal, sortOf } from './graphql-filters.js'
import type { GraphqlVariables } from './graphql-variables.js'
import { translateFilters } from './translate-filters.js'
import { type JsonObject, toggleOf, wholeNumberOf } from './values.js'

/** A field with its arguments and its selection, or a fragment with its selection. */
export interface Selected {
  readonly head: string
  readonly members: readonly Selected[]
}

export interface SelectionScope {
  readonly model: ModelIndex
  readonly translation: Translation
  readonly variables: GraphqlVariables
  /** The names of the links from the root. */
  readonly path: readonly string[]
}

type EntryQuery = Readonly<Record<string, QueryValue>>

const leaf = (head: string): Selected => ({ head, members: [] })

/** Selects the members of an entry: `id`, and `attributes` if any are selected. */
export function selectMembers(schema: Schema, query: EntryQuery, scope: SelectionScope): readonly Selected[] {
  const attributes = selectAttributes(schema, query, scope)
  return attributes.length === 0 ? [leaf('id')] : [leaf('id'), { head: 'attributes', members: attributes }]
}

/** Selects the fields and the populated links. */
function selectAttributes(schema: Schema, query: EntryQuery, scope: SelectionScope): readonly Selected[] {
  const fields = fieldsOf(schema, query['fields'], scope).map(leaf)
  const { populate } = query
  if (isQueryObject(populate)) checkLinks(populate, scope)
  const links = Object.entries(readLinks(populate, schema)).flatMap(
    ([name, linkQuery]) => selectLink(schema, name, linkQuery, scope) ?? [],
  )
  return [...fields, ...links]
}

function fieldsOf(
  schema: Schema,
  fields: QueryValue | undefined,
  { translation, path }: SelectionScope,
): readonly string[] {
  const names = fields === undefined ? ['*'] : namesIn(fields)
  const all = readableOf(schema).filter((attribute) => !isLink(attribute) && attribute.name !== 'id')
  if (names.includes('*')) {
    const [usable, others] = [all, all].map((list, index) =>
      list.filter(({ name }) => (graphqlRefusal(name) === null) === (index === 0)),
    )
    for (const { name } of others ?? [])
      translation.leaveOut([...pathOf(path), 'fields', name], 'It is not a valid name in GraphQL')
    return (usable ?? []).map(({ name }) => name)
  }
  return names.flatMap((name) => {
    if (name === 'id') return []
    if (all.some((attribute) => attribute.name === name) && graphqlRefusal(name) === null) return [name]
    translation.leaveOut([...pathOf(path), 'fields', name], 'GraphQL has no such field')
    return []
  })
}

/** The path of a link in the query: `populate[author][populate][team]`. */
const pathOf = (path: readonly string[]): readonly string[] => path.flatMap((name) => ['populate', name])

/** Reports links whose value is neither an object, a boolean nor an empty string. */
function checkLinks(populate: QueryObject, { translation, path }: SelectionScope): void {
  for (const [name, value] of Object.entries(populate)) {
    const isSwitch = typeof value === 'string' && (value === '' || toggleOf(value) !== undefined)
    if (!isQueryObject(value) && !isSwitch)
      translation.leaveOut([...pathOf([...path, name])], 'It is neither true nor false')
  }
}

function selectLink(schema: Schema, name: string, query: QueryObject, outer: SelectionScope): Selected | undefined {
  const scope = { ...outer, path: [...outer.path, name] }
  const { translation, model } = scope
  const at = pathOf(scope.path)
  const attribute = attributeOf(schema, name)
  if (!attribute || !isLink(attribute)) return translation.leaveOut(at, 'The model has no such link')
  const refusal = graphqlRefusal(name)
  if (refusal !== null) return translation.leaveOut(at, refusal)
  if (attribute.type === 'dynamiczone') return selectZone(attribute, query, scope)
  const target = model.targetOf(attribute)
  if (isMorph(attribute) || !target)
    return translation.leaveOut(at, 'GraphQL needs fragments for polymorphic relations')
  const head = `${name}${linkArguments(attribute, target, query, scope)}`
  if (attribute.type === 'component') {
    const fields = selectAttributes(target, query, scope)
    return { head, members: [leaf('id'), ...fields] }
  }
  return { head, members: [{ head: 'data', members: selectMembers(target, query, scope) }] }
}

const optionNames = ['fields', 'populate', 'filters', 'sort', 'start', 'limit']

function linkArguments(
  attribute: ExplorerAttribute,
  target: Schema,
  query: QueryObject,
  scope: SelectionScope,
): string {
  const { translation, variables, model, path } = scope
  const at = pathOf(path)
  const isList = isToMany(attribute)
  for (const name of Object.keys(query)) {
    if (!optionNames.includes(name)) translation.leaveOut([...at, name], 'GraphQL has no such argument')
    else if (!isList && !['fields', 'populate'].includes(name)) {
      translation.leaveOut([...at, name], 'GraphQL has no arguments for a relation to one entry')
    }
  }
  const leadsToSingle = 'kind' in target && target.kind === 'singleType'
  if (!isList || leadsToSingle) return ''
  const filters = translateFilters(query['filters'], target, {
    model,
    translation,
    language: graphqlFilters,
    path: [...at, 'filters'],
  })
  const sort = sortOf(query['sort'], translation, [...at, 'sort'])
  const list = [
    ...(filters === undefined ? [] : [variables.argument('filters', filtersName(target, scope), filters, path)]),
    ...(sort === undefined ? [] : [variables.argument('sort', '[String]', sort, path)]),
    variables.argument('pagination', 'PaginationArg', linkedRows(query, scope), path),
  ]
  return `(${list.join(', ')})`
}

/** Adds a limit: REST populates every linked entry, but GraphQL returns a page of them. */
function linkedRows(query: QueryObject, { model, translation, path }: SelectionScope): JsonObject {
  const { maxPageSize } = model.api
  const read = (name: string): number | undefined => {
    const number = wholeNumberOf(query[name])
    if (query[name] !== undefined && number === undefined)
      translation.leaveOut([...pathOf(path), name], 'It is not a number')
    return number
  }
  const start = read('start')
  const limit = read('limit') ?? -1
  if (limit > maxPageSize)
    translation.leaveOut([...pathOf(path), 'limit'], `GraphQL returns at most ${maxPageSize} entries`)
  if (limit === -1) {
    translation.note(`GraphQL returns at most ${maxPageSize} entries of ${path.join(' › ')}, REST returns all of them.`)
  }
  return { ...(start === undefined ? {} : { start }), limit }
}

function filtersName(target: Schema, { model }: SelectionScope): string {
  if (target.uid === fileType) return 'UploadFileFiltersInput'
  const component = model.componentOf(target.uid)
  return component ? `${component.graphql}FiltersInput` : (model.typeOf(target.uid)?.graphql?.filters ?? 'JSON')
}

/** Selects each component of a zone with a fragment. Fields of the same name but different types get an alias. */
function selectZone(
  { name, options }: ExplorerAttribute,
  query: QueryObject,
  scope: SelectionScope,
): Selected | undefined {
  const { model, translation, path } = scope
  const at = pathOf(path)
  const uids = options.type === 'dynamiczone' ? options.components : []
  const { on, ...others } = query
  for (const option of Object.keys(others))
    translation.leaveOut([...at, option], 'GraphQL needs the fields of each component of a zone')
  const queries = isQueryObject(on) ? on : undefined
  if (queries && !uids.every((uid) => uid in queries)) {
    return translation.leaveOut([...at, 'on'], 'GraphQL always returns every component of the zone')
  }
  const components = uids.flatMap((uid) => model.componentOf(uid) ?? [])
  const types = typesByField(components)
  const fragments = components.map((component) => {
    const own = queries?.[component.uid]
    const of = isQueryObject(own) ? own : {}
    for (const option of Object.keys(of)) {
      if (option !== 'fields' && option !== 'populate')
        translation.leaveOut([...at, 'on', component.uid, option], 'GraphQL has no such argument')
    }
    const members = selectAttributes(component, of, { ...scope, path: [...path, component.uid] })
    const named = members.map(({ head, members: inner }) => {
      const field = /^\w+/.exec(head)?.[0] ?? head
      const alias = (types.get(field)?.size ?? 0) > 1 ? `${component.graphql}_${field}: ` : ''
      return { head: `${alias}${head}`, members: inner }
    })
    return { head: `... on ${component.graphql}`, members: [leaf('id'), ...named] }
  })
  return { head: name, members: [leaf('__typename'), ...fragments] }
}

function typesByField(components: readonly Schema[]): ReadonlyMap<string, ReadonlySet<string>> {
  const types = new Map<string, Set<string>>()
  for (const { attributes, uid } of components) {
    for (const attribute of attributes) {
      const { required } = attribute.options
      // Each component has its own GraphQL types for its links and enumerations, so they never count as equal.
      const isOwn = isLink(attribute) || attribute.type === 'enumeration'
      const type = isOwn ? uid : `${attribute.type} ${String(required ?? false)}`
      types.set(attribute.name, (types.get(attribute.name) ?? new Set()).add(type))
    }
  }
  return types
}
