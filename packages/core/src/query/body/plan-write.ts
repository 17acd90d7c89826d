import {
  type Attribute,
  type AttributeType,
  closest,
  type Component,
  type ComponentAttribute,
  type ContentType,
  type DynamicZoneAttribute,
  isRecord,
  isScalar,
  type LinkType,
  type ScalarAttribute,
  listed,
} from '@content-api/model'
import { invalidType, InvalidValue, printed, scalarBehaviours, type Stored } from '@content-api/engine/attributes'
import { ApiError, didYouMean, validationError } from '@content-api/engine/errors'
import {
  BodyIssues,
  checkCount,
  type Completeness,
  type ComponentItem,
  type ComponentWrite,
  displayName,
  type FieldWrite,
  type GeneratedUid,
  type LinkWrite,
  type Path,
  type WritePlan,
  type ZoneWrite,
} from '@content-api/engine/plan'
import type { PlanContext } from '../plan-context.js'
import { type BodyPart, type RowPlan, maximumComponentDepth, reject } from './body-part.js'
import { fromDate } from './code-value.js'
import { planField } from './plan-field.js'
import { planMedia, planRelation } from './plan-relation.js'
import { readSystemValues, type SystemAttribute } from './system-values.js'
import { readId } from '../raw-value.js'

export interface WriteOptions {
  readonly action: WritePlan['action']
  readonly context: PlanContext
  /** Whether a new entry without `publishedAt` in its body is live: true for REST, false for GraphQL. */
  readonly publishByDefault?: boolean
  /**
   * If true, the new entry is a localization of another one. It copies shared attributes; their values in the
   * body are ignored.
   */
  readonly inherits?: boolean
  /** The locale that the request names beside the body; null or absent if it names none. */
  readonly namedLocale?: string | null
  /** If true, values follow in a later write, so missing ones aren't reported. */
  readonly unfinished?: boolean
  /** If true, values only need the type of their column. Required values may be missing. */
  readonly unvalidated?: boolean | undefined
  /** Returns whether a hook set this attribute. Its value only needs the type of its column. */
  readonly setByHook?: ((name: string) => boolean) | undefined
  /** The system attributes that code of the project may set. Hooks may set others, too. */
  readonly system?: readonly SystemAttribute[] | undefined
}

/** Attributes that clients often send back after reading them. They are allowed in bodies and ignored. */
export const readOnlyAttributes: ReadonlySet<string> = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'localizations',
])

/**
 * Checks the `data` of a body against its type and the caller's permissions, and plans the write
 * (specification §4.1 and §4.4).
 * @throws ApiError ValidationError with all problems that can be found without the database
 * @throws ApiError ForbiddenError for a relation to a type that the caller may not find
 * @throws ApiError ApplicationError for an unknown locale
 */
export function planWrite(type: ContentType, data: unknown, options: WriteOptions): WritePlan {
  const { action, context, inherits = false, unfinished = false, unvalidated = false } = options
  const values = readData(data)
  const published = readPublishedAt(type, values, options)
  const issues = new BodyIssues(unfinished || unvalidated ? 'waived' : published.completeness)
  const locale = readLocale(type, values, options)
  const isNew = action === 'create'
  const part = { schema: type, values, path: [], isNew, inherits, unvalidated, depth: 0, context, issues }
  const row = planRow(part, ignoredKeys(type), options.setByHook)
  const system = readSystemValues(values, options, issues)
  if (published.invalid) issues.addInvalid(['publishedAt'], published.invalid)
  issues.throwIfAny({ withDeferred: published.publication === 'live' })
  return {
    action,
    type,
    publication: published.publication,
    incomplete: issues.deferred,
    locale,
    ...row,
    ...(system !== null && { system }),
    fields: published.write === undefined ? row.fields : [...row.fields, publishedAt(type, published.write)],
  }
}

/** @throws ApiError ValidationError if `data` isn't an object */
function readData(data: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(data)) return data
  if (Array.isArray(data)) {
    const message = `data must be an object with the attributes of one entry, but is the array ${printed(data)}`
    throw validationError([{ path: [], message }])
  }
  throw new ApiError('ValidationError', 'Missing "data" payload in the request body')
}

interface Published {
  readonly publication: WritePlan['publication']
  readonly completeness: Completeness
  /** The value of `publishedAt` to store; undefined: unchanged. */
  readonly write?: Stored
  readonly invalid?: InvalidValue
}

/**
 * Reads the publication state from `publishedAt`:
 *
 * - absent: unchanged in updates; `publishByDefault` decides for new entries
 * - null: a draft, which may be incomplete
 * - a time: live, even if the time is in the future
 *
 * A new entry without `publishedAt` must be complete, even if it becomes a draft (as in Strapi 4.26). Whether
 * an update must be complete also depends on the stored entry and its localizations.
 */
function readPublishedAt(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  { action, publishByDefault = false }: WriteOptions,
): Published {
  if (!type.draftAndPublish) return { publication: 'live', completeness: 'required' }
  const input = Object.hasOwn(values, 'publishedAt') ? values['publishedAt'] : undefined
  const isUpdate = action === 'update'
  if (input === null) return { publication: 'draft', completeness: isUpdate ? 'deferred' : 'waived', write: null }
  if (input === undefined && isUpdate) return { publication: 'unchanged', completeness: 'deferred' }
  if (input === undefined) {
    return publishByDefault
      ? { publication: 'live', completeness: 'required', write: new Date().toISOString() }
      : { publication: 'draft', completeness: 'required', write: null }
  }
  try {
    const { attribute } = publishedAt(type, null)
    const write = scalarBehaviours[attribute.type].parse(fromDate(input, attribute.type), attribute, 'publishedAt')
    return { publication: 'live', completeness: isUpdate ? 'deferred' : 'required', write }
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    return { publication: 'live', completeness: 'required', invalid: error }
  }
}

function publishedAt(type: ContentType, value: Stored) {
  return { name: 'publishedAt', attribute: type.attributes['publishedAt'] as ScalarAttribute, value }
}

/**
 * Returns the locale of a new entry, or the locale that an entry to update must have. Updates can't change
 * the locale.
 * @throws ApiError ApplicationError for an unknown locale
 * @throws ApiError ValidationError if the body and the rest of the request name different locales
 */
function readLocale(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  { action, namedLocale = null, context: { locales } }: WriteOptions,
): string | null {
  if (!type.localized) return null
  const input = Object.hasOwn(values, 'locale') ? (values['locale'] ?? null) : null
  if (input === null) return namedLocale ?? (action === 'create' ? locales.default : null)
  if (typeof input === 'string' && locales.codes.includes(input)) {
    if (namedLocale === null || namedLocale === input) return input
    const message = `locale is ${input}, but the request is for the locale ${namedLocale}. Send the same locale in both`
    throw validationError([{ path: ['locale'], message }])
  }
  const near = typeof input === 'string' ? closest(input, locales.codes) : undefined
  const hint = near === undefined ? `: known are ${listed(locales.codes)}` : `. Did you mean ${near}?`
  throw new ApiError('ApplicationError', `locale is not a locale of this project: ${printed(input)}${hint}`)
}

function ignoredKeys(type: ContentType): ReadonlySet<string> {
  const ignored = new Set(readOnlyAttributes)
  if (type.draftAndPublish) ignored.add('publishedAt')
  if (type.localized) ignored.add('locale')
  return ignored
}

type PlanLink<Type extends AttributeType> = (
  part: BodyPart,
  name: string,
  attribute: Extract<Attribute, { type: Type }>,
  input: unknown,
) => LinkWrite | null

const linkPlanners: { readonly [Type in LinkType]: PlanLink<Type> } = {
  relation: planRelation,
  media: planMedia,
  component: planComponent,
  dynamiczone: planZone,
}

/** Plans the declared attributes of one row in the order of the model. Problems are added to `part.issues`. */
function planRow(row: BodyPart, ignored: ReadonlySet<string>, setByHook?: WriteOptions['setByHook']): RowPlan {
  const fields: FieldWrite[] = []
  const secrets: FieldWrite[] = []
  const generated: GeneratedUid[] = []
  const links: LinkWrite[] = []
  for (const [name, attribute] of Object.entries(row.schema.declared)) {
    const part = setByHook?.(name) ? { ...row, unvalidated: true } : row
    if (part.inherits && !attribute.localized) continue
    if (isScalar(attribute)) {
      const plan = planField(part, name, attribute)
      if (plan?.kind === 'field') fields.push(plan.write)
      if (plan?.kind === 'secret') secrets.push(plan.write)
      if (plan?.kind === 'generated') generated.push(plan.write)
      continue
    }
    const input = Object.hasOwn(part.values, name) ? part.values[name] : undefined
    if (input === undefined || input === null) reportMissingLink(part, name, attribute, input)
    const plan = input === undefined ? null : linkPlanners[attribute.type](part, name, attribute as never, input)
    if (plan) links.push(plan)
  }
  if (row.context.strict) reportUnknown(row, ignored)
  return { fields, secrets, generated, links }
}

function reportMissingLink(part: BodyPart, name: string, attribute: Attribute, input: null | undefined): void {
  // Strapi 4.26 accepts entries without required media.
  if (!attribute.required || attribute.type === 'media' || part.unvalidated === true) return
  const path = [...part.path, name]
  if (input === null) part.issues.addIncomplete(path, `${displayName(path)} is required and must not be null`)
  else if (part.isNew) part.issues.addIncomplete(path, `${displayName(path)} must be defined.`)
}

/** Maximum unknown keys reported by name. Finding the similar name for each takes time. */
const maximumNamedKeys = 20

/** Names of objects around the attributes: `data` in bodies of other routes, `attributes` in responses. */
const wrappers: ReadonlySet<string> = new Set(['data', 'attributes'])

const unwrap = (key: string) => `: leave out "${key}", and send the attributes inside it instead`

function reportUnknown(part: BodyPart, ignored: ReadonlySet<string>): void {
  const { schema, path, issues } = part
  const unknown = Object.keys(part.values).filter((key) => !Object.hasOwn(schema.declared, key) && !ignored.has(key))
  if (unknown.length === 0) return
  const own = schema.model === 'contentType' ? schema.singularName : schema.uid
  const usable = Object.entries(schema.declared).flatMap(([name, attribute]) => (attribute.private ? [] : [name]))
  for (const key of unknown.slice(0, maximumNamedKeys)) {
    // A body may hold thousands of components, each with unknown keys.
    const wraps = path.length === 0 && wrappers.has(key) && isRecord(part.values[key])
    const hint = wraps ? unwrap(key) : issues.isFull ? '' : didYouMean(key, usable)
    reject(part, [...path, key], `is not an attribute of ${own}${hint}`)
  }
  if (unknown.length > maximumNamedKeys) {
    issues.add(path, `${unknown.length - maximumNamedKeys} more keys are not attributes of ${own}`)
  }
}

/**
 * Plans a component attribute. The input is an object; for a repeatable component it is an array, the new
 * list. Null clears the attribute (specification §4.1).
 */
function planComponent(
  part: BodyPart,
  name: string,
  attribute: ComponentAttribute,
  input: unknown,
): ComponentWrite | null {
  const path = [...part.path, name]
  const component = part.context.registry.component(attribute.component)
  const kind = attribute.repeatable ? 'array' : 'object'
  const list = input === null ? [] : attribute.repeatable ? input : [input]
  if (!Array.isArray(list)) {
    part.issues.addInvalid(path, invalidType(displayName(path), kind, input))
    return null
  }
  if (attribute.repeatable && input !== null && !checkCount(part.issues, path, attribute, list.length)) return null
  const items = list.flatMap((values: unknown, index) => {
    const itemPath = attribute.repeatable ? [...path, index] : path
    return planItem(part, itemPath, () => component, values) ?? []
  })
  checkDistinct(part, path, items)
  return { kind: 'component', name, attribute, owner: part.schema, path, items }
}

/**
 * Plans a dynamic zone. The input is the new list: an array of components, each with its uid in
 * `__component`. Null clears the zone (specification §4.1).
 */
function planZone(part: BodyPart, name: string, attribute: DynamicZoneAttribute, input: unknown): ZoneWrite | null {
  const path = [...part.path, name]
  if (input === null) return { kind: 'zone', name, attribute, owner: part.schema, path, items: [] }
  if (!Array.isArray(input)) {
    part.issues.addInvalid(path, invalidType(displayName(path), 'array', input))
    return null
  }
  if (!checkCount(part.issues, path, attribute, input.length)) return null
  const items = input.flatMap((values: unknown, index) => {
    const itemPath = [...path, index]
    return planItem(part, itemPath, (item) => componentOf(part, itemPath, attribute, item), values) ?? []
  })
  checkDistinct(part, path, items)
  return { kind: 'zone', name, attribute, owner: part.schema, path, items }
}

/** Returns the component that an item of a zone names. */
function componentOf(
  part: BodyPart,
  path: Path,
  attribute: DynamicZoneAttribute,
  values: Readonly<Record<string, unknown>>,
): Component | null {
  const uid = values['__component']
  const uidPath = [...path, '__component']
  if (uid === undefined || uid === null) {
    return reject(part, uidPath, 'is a required field')
  }
  if (typeof uid !== 'string' || !attribute.components.includes(uid)) {
    const allowed = listed(attribute.components)
    const hint = didYouMean(uid, attribute.components)
    return reject(part, uidPath, `must be one of the following values: ${allowed}${hint}`)
  }
  return part.context.registry.component(uid)
}

/** The keys that a component may have in addition to its attributes. */
const idOnly: ReadonlySet<string> = new Set(['id'])
const idAndComponent: ReadonlySet<string> = new Set(['id', '__component'])

/**
 * Plans one component. With an `id` it updates the entry's existing row; without an id it is new. In a new
 * entry or component all components are new. Their ids aren't stored, because clients copy them along with
 * other content. Lenient mode ignores these ids; strict mode checks them (`ComponentItem.copied`).
 */
function planItem(
  part: BodyPart,
  path: Path,
  typeOf: (values: Readonly<Record<string, unknown>>) => Component | null,
  values: unknown,
): ComponentItem | null {
  if (!isRecord(values)) {
    part.issues.addInvalid(path, invalidType(displayName(path), 'object', values))
    return null
  }
  const component = typeOf(values)
  if (!component) return null
  if (part.depth === maximumComponentDepth) {
    return reject(part, path, `is nested too deep: at most ${maximumComponentDepth} components may enclose a component`)
  }
  const input = part.isNew && !part.context.strict ? null : (values['id'] ?? null)
  const requestedId = input === null ? null : readId(input)
  if (input !== null && requestedId === null) {
    return reject(part, [...path, 'id'], `must be an id, but is ${printed(input)}`)
  }
  const id = part.isNew ? null : requestedId
  const copied = part.isNew ? requestedId : null
  const row = planRow(
    { ...part, schema: component, values, path, isNew: id === null, inherits: false, depth: part.depth + 1 },
    values['__component'] === component.uid ? idAndComponent : idOnly,
  )
  // A uid attribute of a component never gets a number, so its value is in `fields` and `generated` is empty.
  return { id, copied, component, path, fields: row.fields, secrets: row.secrets, links: row.links }
}

/** Reports components with the same id: the result would depend on the order in which they update the row. */
function checkDistinct(part: BodyPart, path: Path, items: readonly ComponentItem[]): void {
  const seen = new Set<string>()
  for (const { id, component } of items) {
    if (id === null) continue
    const key = `${component.uid} ${id}`
    if (seen.has(key)) reject(part, path, `names the component with id ${id} more than once`)
    seen.add(key)
  }
}
