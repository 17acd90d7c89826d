import { type ContentType, isScalar, isRecord, type Registry, type Schema } from '@content-api/model'
import { ApiError, validationError } from '@content-api/engine/errors'
import { fileContentType, linkTarget, type Values, type WritePlan } from '@content-api/engine/plan'
import { planWrite, readOnlyAttributes } from '@content-api/core/query/body/plan-write'
import type { Action, Can, PlanContext, PlanSettings } from '@content-api/core/query/plan-context'
import { mayFollow, isConcealed } from '@content-api/core/query/usable-attributes'
import { actionUid } from '@content-api/capabilities/accounts/actions'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { planList } from '@content-api/core/query/plan'
import { withDeepPopulate } from '@content-api/core/query/populate/deep'
import { type LinkRequest, type PopulateTree, readPopulate } from '@content-api/core/query/populate/forms'

/** The permissions in `state.auth` of a request. Without `auth` everything is allowed. */
export interface AuthOption {
  readonly auth?: { can?(action: string): boolean } | undefined
}

/** Checks and cleans the input and output of controllers, like `sanitize` and `validate` of Strapi 4. */
export interface ContentSanitizers {
  /** @throws ApiError for a query that the caller may not use */
  validateQuery(query: unknown, type: ContentType, option?: AuthOption): void
  /** Returns the query without parts that the caller may not use, for a service. @throws ApiError */
  query(query: unknown, type: ContentType, option?: AuthOption): Values
  /** @throws ApiError for data of a body that the caller may not write */
  validateInput(data: unknown, type: ContentType, option?: AuthOption): void
  /**
   * Removes read-only attributes.
   * @throws ApiError ForbiddenError for a relation to a type that the caller may not find
   */
  input(data: unknown, type: ContentType, option?: AuthOption): unknown
  /**
   * Checks the data of an entry. Of a draft, required values may be missing.
   * @throws ApiError ValidationError
   */
  check(
    data: unknown,
    type: ContentType,
    how: { readonly action: WritePlan['action']; readonly isDraft: boolean },
  ): void
  /** Removes private attributes, passwords, and relations to types that the caller may not find. */
  output(data: unknown, type: Schema, option?: AuthOption): unknown
}

/** What is checked in queries and bodies, and which parameters a service gets. */
export interface SanitizingRules {
  readonly parameters: readonly string[]
  /** Whether only `on` may name what to populate below a dynamic zone, in the object form. */
  readonly zonesByComponent: boolean
  /** @throws ApiError for a query of the generated routes that the caller may not use */
  checkQuery(type: ContentType, query: Values, context: PlanContext): void
  /** @throws ApiError for data of a body that the caller may not write */
  checkInput(data: unknown, type: ContentType, context: PlanContext): void
}

/** The rules of Strapi 4. */
const entrySanitizing: SanitizingRules = {
  parameters: ['fields', 'populate', 'publicationState', 'locale', 'sort', 'filters', 'pagination', '_q'],
  zonesByComponent: false,
  // As the generated list route does.
  checkQuery: (type, query, context) => void planList(type, query, context),
  checkInput: (data, type, context) => void writable(data, type, context),
}

const canOf =
  ({ auth }: AuthOption = {}): Can =>
  (action: Action, type: ContentType) =>
    typeof auth?.can !== 'function' || auth.can(actionUid(action, type))

export function contentSanitizers(
  registry: Registry,
  planning: PlanSettings,
  rules: SanitizingRules = entrySanitizing,
): ContentSanitizers {
  const context = (type: ContentType, option?: AuthOption): PlanContext => {
    const can = canOf(option)
    // The route has already checked the permission for the type itself.
    return { registry, ...planning, can: (action, other) => other.uid === type.uid || can(action, other) }
  }
  const queryOf = (query: unknown): Values => {
    if (query === undefined) return {}
    if (isRecord(query)) return query
    throw new ExtensionError('The query must be an object such as ctx.query.')
  }
  return {
    validateQuery: (query, type, option) => rules.checkQuery(type, queryOf(query), context(type, option)),
    query: (query, type, option) => usableQuery(type, queryOf(query), context(type, option), rules),
    validateInput: (data, type, option) => rules.checkInput(data, type, context(type, option)),
    check: (data, type, { action, isDraft }) => {
      const publication = type.draftAndPublish && { publishedAt: isDraft ? null : new Date().toISOString() }
      const values = isRecord(data) ? { ...data, ...publication } : data
      const { incomplete } = planWrite(type, values, { action, context: { ...context(type), strict: false } })
      if (!isDraft && incomplete.length > 0) throw validationError(incomplete)
    },
    input: (data, type, option) => writable(data, type, context(type, option)),
    output: (data, type, option) => withoutHidden(data, type, { registry, can: canOf(option) }),
  }
}

function writable(data: unknown, schema: Schema, context: PlanContext): unknown {
  if (Array.isArray(data)) return data.map((item: unknown) => writable(item, schema, context))
  if (!isRecord(data)) return data
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(data)) {
    const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
    if (schema.model === 'contentType' && readOnlyAttributes.has(name)) continue
    kept[name] = value
    if (!attribute || isScalar(attribute)) continue
    if (!mayFollow(schema, name, attribute, context)) throw new ApiError('ForbiddenError')
    const part = attribute.type === 'component' ? linkTarget(attribute, context.registry) : undefined
    if (part) kept[name] = writable(value, part, context)
    else if (attribute.type === 'dynamiczone' && Array.isArray(value)) {
      kept[name] = value.map((item: unknown) => {
        const uid = isRecord(item) ? item['__component'] : undefined
        const component = typeof uid === 'string' ? context.registry.components.get(uid) : undefined
        return component ? writable(item, component, context) : item
      })
    }
  }
  return kept
}

/**
 * Returns a query that is safe to run with every permission: without unknown parameters, and without populate
 * of relations that this caller may not follow.
 * @throws ApiError for filters, sorts and fields that the caller may not use
 */
function usableQuery(type: ContentType, query: Values, context: PlanContext, rules: SanitizingRules): Values {
  rules.checkQuery(type, query, { ...context, strict: false })
  const known = Object.entries(withDeepPopulate(type, query, context)).filter(([name]) =>
    rules.parameters.includes(name),
  )
  const { populate, ...others } = Object.fromEntries(known)
  if (populate === undefined) return others
  const usable = objectForm(type, readPopulate(populate, false), { ...context, ...rules })
  return Object.keys(usable).length === 0 ? others : { ...others, populate: usable }
}

interface FormContext extends PlanContext, Pick<SanitizingRules, 'zonesByComponent'> {}

/** Returns a populate in its object form, without relations that the caller may not follow. */
function objectForm(schema: Schema, tree: PopulateTree, context: FormContext): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (isScalar(attribute) || attribute.private === true || !mayFollow(schema, name, attribute, context)) continue
    const request = tree.links.get(name) ?? (tree.everything ? tree.links.absent(name) : undefined)
    if (!request) continue
    const zone = attribute.type === 'dynamiczone' && context.zonesByComponent ? attribute : null
    found[name] =
      zone && hasNames(request)
        ? { on: byComponent(zone.components, request, context) }
        : linkOf(request, linkTarget(attribute, context.registry), context)
  }
  return found
}

const hasNames = ({ populate, on }: LinkRequest) => !on && !populate.isEmpty && !populate.everything

/** Populates each component of a zone with those of the named links that it has. */
function byComponent(uids: readonly string[], { populate }: LinkRequest, context: FormContext): Values {
  return Object.fromEntries(
    uids.map((uid) => {
      const inner = objectForm(context.registry.component(uid), populate, context)
      return [uid, Object.keys(inner).length === 0 ? true : { populate: inner }]
    }),
  )
}

function linkOf({ options, populate, on }: LinkRequest, target: Schema | undefined, context: FormContext): unknown {
  const link: Record<string, unknown> = { ...options }
  if (target && !populate.isEmpty) {
    const inner = objectForm(target, populate, context)
    if (Object.keys(inner).length > 0) link['populate'] = inner
  } else if (!populate.isEmpty) {
    // The attributes depend on the component, so hidden ones are removed from the entries afterwards.
    link['populate'] = populate.everything ? '*' : [...populate.links.keys()]
  }
  if (on) link['on'] = Object.fromEntries([...on].flatMap(([uid, request]) => strategyOf(uid, request, context)))
  return Object.keys(link).length === 0 ? true : link
}

function strategyOf(uid: string, request: LinkRequest, context: FormContext): [string, unknown][] {
  const type = context.registry.contentTypes.get(uid)
  if (type && !context.can('find', type)) return []
  return [[uid, linkOf(request, type ?? context.registry.components.get(uid), context)]]
}

/** The registry of the entries, and the permissions of the caller who gets them. */
interface ShownTo {
  readonly registry: Registry
  readonly can: Can
}

/** Maps each entry of a list, or a single entry, with `visit`. Other values stay unchanged. */
function each(value: unknown, visit: (entry: Values) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => each(item, visit))
  return isRecord(value) ? visit(value) : value
}

/** Returns the schema of a related entry. Entries of dynamic zones and polymorphic relations name their type. */
function schemaOf(entry: Values, target: Schema | undefined, registry: Registry): Schema | undefined {
  if (target) return target
  const { __component: component, __type: type } = entry
  if (typeof component === 'string') return registry.components.get(component)
  return typeof type === 'string' ? registry.contentTypes.get(type) : undefined
}

/**
 * Returns entries without what this caller may not see: private attributes, passwords, and relations to types
 * that the caller may not find, at every depth. Keys that are not in the schema stay, because project code
 * added them.
 */
function withoutHidden(value: unknown, schema: Schema, shown: ShownTo): unknown {
  return each(value, (entry) => {
    const kept: Record<string, unknown> = {}
    for (const [name, item] of Object.entries(entry)) {
      const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
      if (!attribute) {
        kept[name] = item
      } else if (!isConcealed(attribute)) {
        if (isScalar(attribute)) kept[name] = item
        else if (mayFollow(schema, name, attribute, shown)) {
          const target =
            attribute.type === 'media' ? fileContentType(shown.registry) : linkTarget(attribute, shown.registry)
          kept[name] = each(item, (linked) => {
            const of = schemaOf(linked, target, shown.registry)
            if (of?.model === 'contentType' && attribute.type === 'relation' && !target && !shown.can('find', of))
              return null
            return of ? withoutHidden(linked, of, shown) : linked
          })
        }
      }
    }
    return kept
  })
}

/** The form of an entry in an envelope. */
interface EnvelopeForm {
  /** Returns the envelope around the other members of an entry. */
  enclose(entry: Values, inside: (attributes: Values) => Values): Values
  /** Whether relations to any type have envelopes, too. */
  readonly hasEveryLink: boolean
}

/** `{ id, attributes }` */
const ofEntry: EnvelopeForm = {
  enclose: ({ id, ...attributes }, inside) => ({ id, attributes: inside(attributes) }),
  hasEveryLink: true,
}

/** `{ id, documentId, attributes }`, as Strapi 5 responds to `Strapi-Response-Format: v4`. */
const ofDocument: EnvelopeForm = {
  enclose: ({ id, documentId, ...attributes }, inside) => ({ id, documentId, attributes: inside(attributes) }),
  hasEveryLink: false,
}

/** Returns entries in the envelopes of REST: entries as `{ id, attributes }`, relations and files as `{ data }`. */
export function inEnvelopes(value: unknown, schema: Schema, registry: Registry): unknown {
  return enclosed(value, schema, registry, ofEntry)
}

/** Returns documents in the envelopes of Strapi 4. */
export function inDocumentEnvelopes(value: unknown, schema: Schema, registry: Registry): unknown {
  return enclosed(value, schema, registry, ofDocument)
}

function enclosed(value: unknown, schema: Schema, registry: Registry, form: EnvelopeForm): unknown {
  return each(value, (entry) => form.enclose(entry, (inner) => linksInEnvelopes(inner, schema, registry, form)))
}

function linksInEnvelopes(attributes: Values, schema: Schema, registry: Registry, form: EnvelopeForm): Values {
  const entries = Object.entries(attributes).map(([name, item]): [string, unknown] => {
    const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
    if (!attribute || isScalar(attribute)) return [name, item]
    const target = linkTarget(attribute, registry)
    if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
      const inPart = (part: Values) => {
        const of = schemaOf(part, target, registry)
        return of ? linksInEnvelopes(part, of, registry, form) : part
      }
      return [name, each(item, inPart)]
    }
    if (attribute.type === 'relation' && !target && !form.hasEveryLink) return [name, item]
    // `{ count }` is not an entry.
    if (isRecord(item) && 'count' in item && Object.keys(item).length === 1)
      return [name, { data: { attributes: item } }]
    const linked = each(item, (entry) => {
      const of = schemaOf(entry, target, registry)
      return of ? enclosed(entry, of, registry, form) : entry
    })
    return [name, { data: linked ?? null }]
  })
  return Object.fromEntries(entries)
}
