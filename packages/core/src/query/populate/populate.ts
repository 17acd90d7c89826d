import {
  type Component,
  type ComponentAttribute,
  type ContentType,
  type DynamicZoneAttribute,
  isRecord,
  isScalar,
  type LinkAttribute,
  type MediaAttribute,
  type RelationAttribute,
  type Schema,
} from '@content-api/model'
import {
  type Condition,
  fileContentType,
  linkTarget,
  type Output,
  type OutputMember,
  type OutputObject,
  type PublicationState,
  relatesToMany,
  type RowOptions,
} from '@content-api/engine/plan'
import type { ApiError } from '@content-api/engine/errors'
import { linkNames, linksOf, usableAttribute, usableNames } from '../usable-attributes.js'
import { parseFields } from '../fields.js'
import { type FilterScope, parseFilters } from '../filters.js'
import { type LinkOption, linkOptions, type LinkRequest, type PopulateTree, readPopulate } from './forms.js'
import {
  linkMembers,
  type LinkSelectors,
  type PendingLevels,
  selectByLevels,
  type SelectLink as SelectLinkIn,
} from './link-members.js'
import { flat, idMember, object, type ResponseForm, textMember } from './response-form.js'
import { parseLocale } from '../locale.js'
import { parsePublicationState, type PlanContext } from '../plan-context.js'
import { malformedParameter, readInteger, readToggle } from '../raw-value.js'
import { atLeast } from '../pagination.js'
import { parseSort } from '../sort.js'
import { invalidParameter } from '../../errors/invalid-parameter.js'

/**
 * Parses `fields` and `populate` (specification §4.3) for a schema and returns the members of each entry.
 * Links to types that the caller may not find are left out.
 *
 * @throws ApiError for unknown fields, invalid options such as filters and, in strict mode, unknown links
 */
export function parseEntryMembers(
  schema: Schema,
  raw: { readonly fields?: unknown; readonly populate?: unknown },
  scope: FilterScope,
  form: ResponseForm,
): OutputObject {
  const populate = readPopulate(raw.populate, scope.context.strict)
  return selectByLevels((later) => select(schema, { options: raw, populate }, { ...scope, form, later }))
}

/** The context in which the output of a link is built. */
interface LinkScope extends FilterScope {
  readonly form: ResponseForm
  readonly later: PendingLevels
}

interface RowSelection {
  readonly options: {
    /** The unparsed `fields`; absent for all fields. */
    readonly fields?: unknown
  }
  readonly populate: PopulateTree
  /** If true, the names were checked against several schemas together, and this schema may lack some of them. */
  readonly shared?: boolean
  /**
   * The members in front of the fields. Only rows that the response doesn't show as entries have it, such as
   * components.
   */
  readonly head?: readonly OutputMember[]
}

type SelectLink<A extends LinkAttribute> = SelectLinkIn<A, LinkScope>

/** Builds the members of a row from the selected fields and links of its schema. */
function select(schema: Schema, selection: RowSelection, scope: LinkScope): OutputObject {
  const fields = parseFields(schema, selection.options.fields, scope.context)
  const row = selection.head && [...selection.head, ...fields]
  const { members, attributes } = row ? { members: row, attributes: row } : scope.form.entry(idMember(schema), fields)
  if (!selection.populate.isEmpty) scope.later.push(() => attributes.push(...selectLinks(schema, selection, scope)))
  return members
}

/** Returns the members of links, after a check of their names. */
function selectLinks(
  schema: Schema,
  { populate, shared = false }: RowSelection,
  scope: LinkScope,
): readonly OutputMember[] {
  const { context } = scope
  if (context.strict && !shared) {
    for (const name of populate.links.keys()) {
      if (!linksOf(schema, context).has(name))
        throw unknownLink(name, [schema], populate, context, () => populate.fieldsPath)
    }
  }
  context.reading.checkLinks(schema, populate, linksOf(schema, context), shared)
  return linkMembers(schema, populate, scope, { selectors, checkHidden: context.reading.checkHiddenLink })
}

/** Builds the output of a relation; a relation without a fixed target type is polymorphic. */
const selectRelation: SelectLink<RelationAttribute> = (name, attribute, request, outer) => {
  const many = relatesToMany(attribute)
  const target = linkTarget(attribute, outer.context.registry) as ContentType | undefined
  if (!target) return selectMorph(name, many, request, outer)
  checkOptions(request, linkOptions, outer)
  const { options } = request
  outer.context.reading.checkLink(request, 'entries', name)
  const publicationState = parsePublicationState(options.publicationState, outer.publicationState)
  const scope = { ...outer, publicationState }
  const count = selectCount(name, target, request, scope)
  if (count) return count
  const rowOptions = readRowOptions(target, request, scope)
  const members = select(target, shownRow(target, request, rowOptions, scope), scope)
  // In lenient mode the response contains all locales, as in Strapi 4.26.
  const locale = scope.context.strict ? parseLocale(target, options.locale, scope.context, null) : null
  const rows = { name, target, ...rowOptions, publicationState, locale }
  return scope.form.linked({ kind: 'linked', rows, form: many ? 'array' : 'first', required: null, members })
}

/** Returns the selection of linked rows, with the fields that they show. */
function shownRow(
  schema: Schema,
  { options, populate }: LinkRequest,
  { sort }: RowOptions,
  { context }: LinkScope,
): Pick<RowSelection, 'options' | 'populate'> {
  return {
    options: { fields: context.reading.shownFields(schema, options.fields, { sort, areLinked: true }) },
    populate,
  }
}

/** Returns the scope of rows without drafts. */
const scopeBelow = (request: LinkRequest, scope: LinkScope): LinkScope =>
  withState(scope, scope.context.reading.stateBelow(request, scope.publicationState))

const withState = (scope: LinkScope, publicationState: PublicationState): LinkScope =>
  publicationState === scope.publicationState ? scope : { ...scope, publicationState }

/** Builds the output of a media attribute. Callers without permissions for files may read the files of an entry too. */
const selectMedia: SelectLink<MediaAttribute> = (name, { multiple }, request, outer) => {
  const scope = scopeBelow(request, outer)
  scope.context.reading.checkLink(request, 'files', name)
  checkOptions(request, ['fields', 'filters', 'sort', 'start', 'limit', 'count'], scope)
  const target = fileContentType(scope.context.registry)
  const count = selectCount(name, target, request, scope)
  if (count) return count
  const rowOptions = readRowOptions(target, request, scope)
  const members = select(target, shownRow(target, request, rowOptions, scope), scope)
  const rows = { name, target, ...rowOptions, ...anyState }
  return scope.form.linked({ kind: 'linked', rows, form: multiple ? 'arrayOrNull' : 'first', required: null, members })
}

const selectComponent: SelectLink<ComponentAttribute> = (name, attribute, request, outer) => {
  const scope = scopeBelow(request, outer)
  scope.context.reading.checkLink(request, 'component', name)
  checkOptions(request, ['fields', 'filters', 'sort', 'start', 'limit'], scope)
  const target = scope.context.registry.component(attribute.component)
  const rowOptions = readRowOptions(target, request, scope)
  const members = select(target, { ...shownRow(target, request, rowOptions, scope), head: [idMember(target)] }, scope)
  const rows = { name, target, ...rowOptions, ...anyState }
  return { kind: 'linked', rows, form: attribute.repeatable ? 'array' : 'first', required: null, members }
}

/** Files and components have neither drafts nor locales. */
const anyState = { publicationState: 'preview', locale: null } as const

/**
 * Returns the output of `count`: the number of linked rows instead of the rows. Null if `count` isn't
 * requested.
 *
 * @throws ApiError ValidationError if `count` isn't a boolean or `filters` are invalid
 */
function selectCount(name: string, target: ContentType, { options }: LinkRequest, scope: LinkScope): Output | null {
  const isRequested = options.count === undefined ? false : readToggle(options.count)
  if (isRequested === undefined) throw malformedParameter('count', 'must be true or false')
  if (!isRequested) return null
  const { publicationState } = scope
  const filters = parseFilters(target, options.filters, scope)
  const rows = { name, target, filters, sort: [], start: 0, limit: null, publicationState, locale: null }
  return scope.form.count(object([{ key: 'count', value: { kind: 'count', rows } }]))
}

/**
 * Builds the output of a zone: one request for all components, or one for each component in `on`
 * (specification §4.3).
 */
const selectZone: SelectLink<DynamicZoneAttribute> = (name, attribute, request, outer) => {
  const scope = scopeBelow(request, outer)
  scope.context.reading.checkLink(request, 'zone', name)
  checkOptions(request, ['on', 'fields', 'filters', 'sort'], scope)
  checkStrategies(request, name, scope)
  rejectOwnAttributes(attribute, request, scope)
  const components = attribute.components.map((uid) => scope.context.registry.component(uid))
  const items = request.on
    ? selectNamedComponents(request.on, components, scope)
    : selectShared(components, request, scope, headOf).map(({ schema: component, members }) => ({ component, members }))
  return { kind: 'zone', name, items }
}

const selectors: LinkSelectors<LinkScope> = {
  relation: selectRelation,
  media: selectMedia,
  component: selectComponent,
  dynamiczone: selectZone,
}

const headOf = (component: Component): readonly OutputMember[] => [
  idMember(component),
  textMember('__component', component.uid),
]

function selectNamedComponents(
  on: ReadonlyMap<string, LinkRequest>,
  components: readonly Component[],
  scope: LinkScope,
): { readonly component: Component; readonly members: OutputObject; readonly filters: Condition | null }[] {
  return namedIn(on, components, () => !scope.context.strict).map(([component, request]) => {
    // Items keep the order of the zone. Lenient mode ignores a sort, which has no effect in Strapi 4.26 either.
    checkOptions(request, ['fields', 'filters'], scope)
    scope.context.reading.checkLink(request, 'namedComponent', component.uid)
    const inner = scopeOfNamed(request, scope)
    const { options, populate } = request
    const filters = parseFilters(component, options.filters, inner)
    return { component, members: select(component, { options, populate, head: headOf(component) }, inner), filters }
  })
}

/** Returns the scope of rows that `on` names. */
const scopeOfNamed = (request: LinkRequest, scope: LinkScope): LinkScope =>
  withState(scope, scope.context.reading.stateBelowNamed(request, scope.publicationState))

/** Rejects all names in the fields, filters and sort of a zone. A zone has no attributes, only its components have. */
function rejectOwnAttributes(attribute: DynamicZoneAttribute, request: LinkRequest, scope: LinkScope): void {
  const { fields, filters, sort } = request.options
  if (fields === undefined && filters === undefined && sort === undefined) return
  for (const name of typeof fields === 'string' ? [fields] : Array.isArray(fields) ? fields : []) {
    rejectOwnName(name, `[fields][0]=${name}`, attribute, request, scope)
  }
  for (const name of isRecord(filters) ? Object.keys(filters) : []) {
    rejectOwnName(name, `[filters][${name}]`, attribute, request, scope)
  }
  const bare: Component = { ...scope.context.registry.component(attribute.components[0] ?? ''), attributes: {} }
  parseFields(bare, fields, scope.context)
  readRowOptions(bare, request, scope)
}

/** @throws ApiError for an attribute of one of the components, with the parameter to use instead */
function rejectOwnName(
  name: unknown,
  parameter: string,
  { components }: DynamicZoneAttribute,
  { path }: LinkRequest,
  { context }: LinkScope,
): void {
  if (typeof name !== 'string' || name === 'id') return
  const uid = components.find((uid) => {
    const attribute = usableAttribute(context.registry.component(uid), name, context, 'filters')
    return attribute !== undefined && isScalar(attribute)
  })
  if (uid === undefined) return
  throw malformedParameter(name, `belongs to the component ${uid}; write ${path}[on][${uid}]${parameter}`)
}

/** Editors are not content. Responses show them only as creators (`createdBy`, `updatedBy`). */
const notContent: ReadonlySet<string> = new Set(['admin::user'])

/**
 * Builds the output of morphToOne and morphToMany for all types that the caller may find, or only for those
 * of them that are in `on`.
 */
function selectMorph(name: string, many: boolean, request: LinkRequest, outer: LinkScope): Output {
  checkOptions(request, ['on', 'fields', 'publicationState'], outer)
  checkStrategies(request, name, outer)
  const publicationState = parsePublicationState(request.options.publicationState, outer.publicationState)
  // Links of such a row are flat, like the row itself.
  const scope = { ...outer, publicationState, form: flat }
  const { registry, can } = scope.context
  const findable = [...registry.contentTypes.values()].filter((type) => !notContent.has(type.uid) && can('find', type))
  const targets = request.on
    ? selectNamedTypes(request.on, findable, scope)
    : selectShared(findable, request, scope, head).map(({ schema: type, members }) => ({ type, members }))
  return { kind: 'morph', name, many, targets, publicationState }
}

/** The first members of a row. As in Strapi 4.26, rows are flat. There only rows of morphToMany have a `__type`. */
const head = (type: ContentType): readonly OutputMember[] => [textMember('__type', type.uid), idMember(type)]

function selectNamedTypes(
  on: ReadonlyMap<string, LinkRequest>,
  findable: readonly ContentType[],
  scope: LinkScope,
): { readonly type: ContentType; readonly members: OutputObject }[] {
  const { registry, strict } = scope.context
  return namedIn(on, findable, (uid) => !strict || registry.contentTypes.has(uid)).map(([type, request]) => {
    checkOptions(request, ['fields'], scope)
    const { options, populate } = request
    return { type, members: select(type, { options, populate, head: head(type) }, scope) }
  })
}

/**
 * Returns the schemas that `on` names, each with its request.
 * @param isIgnored whether an unknown uid is left out instead of being an error
 * @throws ApiError ValidationError for another unknown uid
 */
function namedIn<S extends Schema>(
  on: ReadonlyMap<string, LinkRequest>,
  schemas: readonly S[],
  isIgnored: (uid: string) => boolean,
): (readonly [schema: S, request: LinkRequest])[] {
  return [...on].flatMap(([uid, request]) => {
    const schema = schemas.find((known) => known.uid === uid)
    if (schema) return [[schema, request] as const]
    if (isIgnored(uid)) return []
    const known = schemas.map((each) => each.uid)
    throw invalidParameter(uid, known)
  })
}

/**
 * Applies one request to several schemas. Each schema uses the field and link names that it has.
 *
 * @throws ApiError ValidationError for a field and, in strict mode, a link that none of the schemas has
 */
function selectShared<S extends Schema>(
  schemas: readonly S[],
  { path, options: { fields }, populate }: LinkRequest,
  scope: LinkScope,
  headOf: (schema: S) => readonly OutputMember[],
): { schema: S; members: OutputObject }[] {
  if (scope.context.strict) {
    for (const name of populate.links.keys()) {
      if (schemas.some((schema) => linksOf(schema, scope.context).has(name))) continue
      // The components of a zone share links, but no fields.
      throw unknownLink(name, schemas, populate, scope.context, ({ model, uid }) =>
        model === 'component' ? `${path}[on][${uid}][fields]` : populate.fieldsPath,
      )
    }
  }
  const fieldsOf = shareFields(schemas, fields, scope)
  return schemas.map((schema) => ({
    schema,
    members: select(
      schema,
      { options: { fields: fieldsOf(schema) }, populate, shared: true, head: headOf(schema) },
      scope,
    ),
  }))
}

/** Returns, per schema, the requested fields that it has. `parseFields` rejects values that aren't lists of names. */
function shareFields(schemas: readonly Schema[], fields: unknown, { context }: LinkScope): (schema: Schema) => unknown {
  const names: unknown = typeof fields === 'string' && fields !== '' ? [fields] : fields
  if (!Array.isArray(names)) return () => fields
  const has = (schema: Schema, name: unknown) => {
    const attribute = typeof name === 'string' ? usableAttribute(schema, name, context) : undefined
    return typeof name !== 'string' || name === '*' || (attribute !== undefined && isScalar(attribute))
  }
  const missing = names.find((name) => !schemas.some((schema) => has(schema, name)))
  if (typeof missing === 'string') {
    const known = schemas.flatMap((schema) => [...usableNames(schema, context, isScalar)])
    throw invalidParameter(missing, known)
  }
  return (schema) => names.filter((name) => has(schema, name))
}

/**
 * Parses the filters, sort, start and limit of linked rows. `start` and `limit` apply to each parent and have
 * no maximum.
 *
 * @throws ApiError for invalid filters, sort, start or limit
 */
function readRowOptions(target: Schema, { options }: LinkRequest, scope: FilterScope): RowOptions {
  const { filters, sort, start, limit } = options
  return {
    filters: parseFilters(target, filters, scope),
    sort: parseSort(target, sort, scope),
    start: start === undefined ? 0 : atLeast(0, 'start', start),
    limit: isUnlimited(limit, scope) ? null : atLeast(1, 'limit', limit),
  }
}

/**
 * Returns whether a limit means no limit: -1 or an absent value always, and in lenient mode also 0 and an
 * empty value (as in Strapi 4.26).
 */
function isUnlimited(limit: unknown, { context }: FilterScope): boolean {
  if (limit === undefined || readInteger(limit) === -1) return true
  return !context.strict && (limit === null || limit === '' || readInteger(limit) === 0)
}

/**
 * Returns the error for a name in `populate` that is no link of any of the schemas, with what to write
 * instead.
 * @param fieldsOf returns the parameter that selects the fields of a schema
 */
function unknownLink(
  name: string,
  schemas: readonly Schema[],
  { path }: PopulateTree,
  context: PlanContext,
  fieldsOf: (schema: Schema) => string,
): ApiError {
  const names = schemas.flatMap((schema) => [...linkNames(schema, context)])
  if (readToggle(name) === true) {
    const one = names[0] === undefined ? '' : `, or ${path}[0]=${names[0]} for one of them`
    return malformedParameter(name, `is not a name; write ${path}=* for all relations${one}`)
  }
  for (const schema of schemas) {
    const attribute = usableAttribute(schema, name, context)
    if (!attribute || !isScalar(attribute)) continue
    return malformedParameter(
      name,
      `is of type ${attribute.type}; use fields instead, as in ${fieldsOf(schema)}[0]=${name}`,
    )
  }
  return invalidParameter(name, names)
}

/**
 * Rejects options that a kind of link doesn't support, in strict mode.
 *
 * @throws ApiError ValidationError
 */
function checkOptions(
  { options, on }: LinkRequest,
  allowed: readonly (LinkOption | 'on')[],
  { context }: FilterScope,
): void {
  if (!context.strict) return
  for (const option of Object.keys(options)) {
    if (!(allowed as readonly string[]).includes(option)) throw invalidParameter(option, [...allowed, 'populate'])
  }
  if (on && !allowed.includes('on')) {
    throw malformedParameter('on', 'is for dynamic zones and polymorphic relations; elsewhere populate is enough')
  }
}

/**
 * Rejects `populate` next to `on` in strict mode, because it would have no effect.
 *
 * @throws ApiError ValidationError
 */
function checkStrategies({ on, populate }: LinkRequest, name: string, { context }: FilterScope): void {
  if (context.strict && on && !populate.isEmpty) {
    throw malformedParameter(name, 'takes either on, with a strategy for each kind, or one populate for all')
  }
}
