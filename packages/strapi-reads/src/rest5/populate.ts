import {
  type Component,
  type ComponentAttribute,
  type DynamicZoneAttribute,
  isRecord,
  type LinkAttribute,
  type MediaAttribute,
  type RelationAttribute,
  type Schema,
} from '@content-api/model'
import {
  fileContentType,
  linkTarget,
  type Output,
  type OutputMember,
  type OutputObject,
  relatesToMany,
} from '@content-api/engine/plan'
import { requireBare, requireKnownLinks, requirePlainPaths } from '../rules/populate.js'
import { allOf } from '@content-api/core/query/field-filter'
import { type FilterScope, parseFilters } from '@content-api/core/query/filters'
import { type LinkRequest, type PopulateTree, readPopulate } from '@content-api/core/query/populate/forms'
import {
  linkMembers,
  type LinkSelectors,
  type PendingLevels,
  selectByLevels,
  type SelectLink as SelectLinkIn,
} from '@content-api/core/query/populate/link-members'
import { object, textMember } from '@content-api/core/query/populate/response-form'
import { readInteger, readToggle } from '@content-api/core/query/raw-value'
import { parseSort } from '@content-api/core/query/sort'
import { linksOf } from '@content-api/core/query/usable-attributes'
import { joinedFields, parseRowFields } from './fields.js'
import { leftToStrapi } from '../left-to-strapi.js'
import { requireNoSiblings } from './siblings.js'
import type { DocumentRules } from './document-rules.js'
import { type Versions, versionCondition } from './versions.js'

/** The context in which rows become output. */
export interface DocumentScope extends FilterScope {
  /** The versions at every level. */
  readonly versions: Versions
  /**
   * Whether no localization of a row is itself among the rows of its level: Strapi leaves those out that are.
   */
  readonly hasOneLocale: boolean
  readonly rules: DocumentRules
}

interface LinkScope extends DocumentScope {
  /** Whether `populate` consists of paths, and not of objects. Only a path may lead through a zone. */
  readonly hasPaths: boolean
  /** Whether a path leads through a relation, as `author.avatar`. */
  readonly hasLongPaths: boolean
  readonly later: PendingLevels
}

/**
 * Parses `fields` and `populate` and returns the members of each document. Links to types that the caller may
 * not find are left out.
 *
 * @throws ApiError, LeftToStrapi for unknown names, and for options that only Strapi reads
 */
export function parseDocumentMembers(
  schema: Schema,
  raw: { readonly fields?: unknown; readonly populate?: unknown },
  scope: DocumentScope,
): OutputObject {
  if (!scope.rules.servesAll) {
    requirePlainPaths(raw.populate)
    requireNames(raw.populate)
  }
  const selection = { fields: raw.fields, populate: readPopulate(raw.populate, true) }
  const paths = { hasPaths: !isRecord(raw.populate), hasLongPaths: hasLongPath(raw.populate) }
  return selectByLevels((later) => select(schema, selection, { ...scope, ...paths, later }))
}

interface RowSelection {
  readonly fields: unknown
  readonly populate: PopulateTree
  /** The members before the fields. */
  readonly head?: readonly OutputMember[]
}

function select(schema: Schema, { fields, populate, head = [] }: RowSelection, scope: LinkScope): OutputObject {
  const row = parseRowFields(schema, fields, scope)
  const attributes = [...row.fields]
  if (!populate.isEmpty) scope.later.push(() => attributes.push(...selectLinks(schema, populate, scope)))
  if (schema.model === 'contentType' && scope.rules.form === 'v4') {
    return [...head, ...row.ids, { key: 'attributes', value: object(attributes) }]
  }
  attributes.unshift(...head, ...row.ids)
  return attributes
}

type SelectLink<A extends LinkAttribute> = SelectLinkIn<A, LinkScope>

function selectLinks(schema: Schema, populate: PopulateTree, scope: LinkScope): readonly OutputMember[] {
  const known = linksOf(schema, scope.context)
  for (const name of populate.links.keys()) {
    if (!known.has(name)) throw leftToStrapi(`populates ${name}, which isn't a relation of ${schema.uid}`)
  }
  if (!scope.rules.servesAll) requireKnownLinks(schema, populate, known)
  return linkMembers(schema, populate, scope, { selectors, checkHidden: requireNothingBelow })
}

/**
 * Checks a link that the caller may not follow. Strapi leaves it out, with its whole path and not only its end,
 * but rejects unknown and private names below it.
 */
function requireNothingBelow(request: LinkRequest, { path }: PopulateTree, { hasLongPaths, rules }: LinkScope): void {
  if (rules.servesAll) return
  if (hasLongPaths && path !== 'populate') throw leftToStrapi(`populates ${request.path} by a path`)
  requireBare(request)
  if (request.populate.links.size > 0 || request.on) {
    throw leftToStrapi(`names links below ${request.path}, which the caller may not find`)
  }
}

const selectRelation: SelectLink<RelationAttribute> = (name, attribute, request, scope) => {
  const target = linkTarget(attribute, scope.context.registry)
  if (!target) return selectMorph(name, relatesToMany(attribute), request, scope)
  requireSiblings(name, request, scope)
  const many = relatesToMany(attribute)
  // The localizations of a document have no count.
  return selectRows({ name, target, many, counts: name !== 'localizations' }, request, scope)
}

/** Builds the output of a relation to entries of any type. `status` applies to the types that `on` names. */
function selectMorph(name: string, many: boolean, request: LinkRequest, scope: LinkScope): Output {
  if (!scope.rules.servesAll) throw leftToStrapi(`populates ${name}, which is polymorphic`)
  requireOptions(request, onlyCount)
  const { registry, can } = scope.context
  // Rows of these relations are flat in both forms.
  const inner: LinkScope = { ...scope, hasOneLocale: false, rules: { ...scope.rules, form: 'flat' } }
  const findable = [...registry.contentTypes.values()].filter((type) => type.uid !== 'admin::user' && can('find', type))
  const targets = findable.flatMap((type) => {
    const selection = request.on ? request.on.get(type.uid) : request
    if (!selection) return []
    if (request.on) requireOptions(selection, onlyFields)
    const fields = request.on ? selection.options.fields : undefined
    const populate = request.on ? selection.populate : selection.populate.onlyWith(() => false)
    return [{ type, members: select(type, { fields, populate, head: [textMember('__type', type.uid)] }, inner) }]
  })
  const publicationState = request.on ? scope.versions.state : 'preview'
  const shown = { kind: 'morph', name, many, targets, publicationState } as const
  return isCounted(request) ? counted(object([{ key: 'count', value: { ...shown, counts: true } }]), scope) : shown
}

const selectMedia: SelectLink<MediaAttribute> = (name, { multiple }, request, scope) =>
  selectRows({ name, target: fileContentType(scope.context.registry), many: multiple, counts: false }, request, scope)

const selectComponent: SelectLink<ComponentAttribute> = (name, { component, repeatable }, request, scope) => {
  const target = scope.context.registry.component(component)
  return selectRows({ name, target, many: repeatable, counts: repeatable }, request, scope)
}

interface Link {
  readonly name: string
  readonly target: Schema
  readonly many: boolean
  /** Whether Strapi returns the number of rows if `count` is true. It ignores `count` otherwise. */
  readonly counts: boolean
}

const rowOptions: ReadonlySet<string> = new Set(['fields', 'filters', 'sort', 'count'])
/** Code of the project may read a part of the linked rows. */
const projectOptions: ReadonlySet<string> = new Set([...rowOptions, 'start', 'limit'])

function selectRows({ name, target, many, counts }: Link, request: LinkRequest, scope: LinkScope): Output {
  const { options, populate } = request
  requireOptions(request, scope.context.revealsPrivate ? projectOptions : rowOptions)
  if (!scope.rules.servesAll) requireNoSiblings(options)
  if (request.on) throw leftToStrapi(`has ${request.path}[on]`)
  const condition = target.model === 'contentType' ? versionCondition(target, scope.versions) : null
  const rows = {
    name,
    target,
    filters: allOf([parseFilters(target, options.filters, scope), condition]),
    sort: parseSort(target, options.sort, scope),
    start: readInteger(options.start) ?? 0,
    limit: limitOf(options.limit),
    publicationState: scope.versions.state,
    locale: null,
  }
  if (isCounted(request) && counts) {
    // PostgreSQL rejects the queries that Strapi makes of these. They have no effect on a number.
    if (options.sort !== undefined && !scope.rules.servesAll)
      throw leftToStrapi(`sorts the rows that ${request.path} counts`)
    if (!populate.isEmpty && !scope.rules.servesAll)
      throw leftToStrapi(`populates the rows that ${request.path} counts`)
    return counted(object([{ key: 'count', value: { kind: 'count', rows: { ...rows, sort: [] } } }]), scope)
  }
  if (!scope.rules.servesAll && rows.sort.some(({ path }) => path.length > 0)) {
    throw leftToStrapi(`sorts ${request.path} by another entry`)
  }
  // Strapi doesn't join localizations with their document.
  const fields = name === 'localizations' ? options.fields : joinedFields(target, options.fields, rows.sort)
  const members = select(target, { fields, populate }, { ...scope, hasOneLocale: false })
  const linked: Output = { kind: 'linked', rows, form: many ? 'array' : 'first', required: null, members }
  return target.model === 'contentType' && scope.rules.form === 'v4' ? object([{ key: 'data', value: linked }]) : linked
}

/** Returns the number of linked rows to read; null for all. */
function limitOf(raw: unknown): number | null {
  const limit = readInteger(raw)
  return limit === undefined || limit < 0 ? null : limit
}

/** Returns the count of linked rows in the form of entries. */
function counted(count: Output, { rules }: LinkScope): Output {
  if (rules.form === 'flat') return count
  return object([{ key: 'data', value: object([{ key: 'attributes', value: count }]) }])
}

function isCounted({ options: { count }, path }: LinkRequest): boolean {
  const isCounted = count === undefined ? false : readToggle(count)
  if (isCounted === undefined) throw leftToStrapi(`has another value than true and false for ${path}[count]`)
  return isCounted
}

const onlyFields: ReadonlySet<string> = new Set(['fields'])
/** The options of links to rows of several schemas. */
const onlyCount: ReadonlySet<string> = new Set(['count'])

/** `populate` of a zone is `*` or nothing. `on` has a selection for each component, and replaces it. */
const selectZone: SelectLink<DynamicZoneAttribute> = (name, { components }, request, scope) => {
  requireOptions(request, onlyCount)
  isCounted(request)
  const { registry } = scope.context
  // As names in an object, Strapi rejects these.
  const names = request.on ? [] : [...request.populate.links.keys()]
  const has = (uid: string, link: string) => Object.hasOwn(registry.component(uid).attributes, link)
  const other = names.find((link) => !scope.hasPaths || !components.some((uid) => has(uid, link)))
  if (other !== undefined) throw leftToStrapi(`names ${other} below ${request.path}`)
  const inner = { ...scope, hasOneLocale: false }
  const items = [...(request.on ?? components.map((uid) => [uid, request] as const))].flatMap(([uid, selection]) => {
    if (!registry.components.has(uid)) throw leftToStrapi(`names ${uid}, which isn't a component`)
    if (!components.includes(uid)) return []
    if (request.on) requireOptions(selection, onlyFields)
    if (selection !== request && selection.on) throw leftToStrapi(`has ${selection.path}[on]`)
    const component = registry.component(uid)
    const { options } = selection
    const fields = request.on ? options.fields : undefined
    const populate = request.on
      ? selection.populate
      : selection.populate.onlyWith((link) => !names.includes(link) || has(uid, link))
    return [{ component, members: select(component, { fields, populate, head: headOf(component) }, inner) }]
  })
  return { kind: 'zone', name, items }
}

const headOf = (component: Component): readonly OutputMember[] => [textMember('__component', component.uid)]

const selectors: LinkSelectors<LinkScope> = {
  relation: selectRelation,
  media: selectMedia,
  component: selectComponent,
  dynamiczone: selectZone,
}

function requireOptions({ options, path }: LinkRequest, known: ReadonlySet<string>): void {
  const other = Object.keys(options).find((option) => !known.has(option))
  if (other !== undefined) throw leftToStrapi(`has ${path}[${other}]`)
}

/** The localizations of a document have no order of their own, so their order is known if there is at most one. */
function requireSiblings(name: string, { path }: LinkRequest, { context, hasOneLocale, rules }: LinkScope): void {
  if (name !== 'localizations' || rules.servesAll) return
  if (context.locales.codes.length > 2) throw leftToStrapi(`has ${path}, which has no order`)
  if (!hasOneLocale) throw leftToStrapi(`has ${path}, and may show localizations among the entries`)
}

function hasLongPath(populate: unknown): boolean {
  if (typeof populate === 'string') return populate.includes('.')
  return typeof populate === 'object' && populate !== null && Object.values(populate).some(hasLongPath)
}

/**
 * Rejects values that Strapi 5 rejects: booleans and empty names. An empty `populate` means none.
 *
 * @throws LeftToStrapi
 */
function requireNames(populate: unknown, isNested = false): void {
  if (populate === undefined || populate === null || populate === '') return
  if (isRecord(populate)) return requireValues(populate)
  // Below the first level, Strapi reads several names in a string as one.
  const names = [populate].flat().filter((item) => typeof item === 'string')
  if (isNested && names.some((name) => name.includes(','))) throw leftToStrapi('populates several names in one')
  for (const name of names.flatMap((item) => item.split(','))) {
    if (name.trim() === '' || readToggle(name.trim()) !== undefined) throw leftToStrapi('populates no name')
  }
}

function requireValues(links: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(links)) {
    if (isRecord(value)) {
      requireNames(value['populate'], true)
      if (isRecord(value['on'])) requireValues(value['on'])
    } else if (readToggle(value) === undefined) throw leftToStrapi(`populates ${name} without true or false`)
  }
}
