import { type LinkAttribute, type Schema, isScalar } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import type { FilterScope } from '../filters.js'
import { malformedParameter } from '../raw-value.js'
import type { Output, OutputMember, OutputObject } from '@content-api/engine/plan'
import type { LinkOption, LinkRequest, PopulateTree } from './populate-tree.js'
import type { ResponseForm } from './response-form.js'
import type { PlanContext } from '../plan-context.js'
import { isHidden, usableNames } from '../usable-attributes.js'

/** The context in which the output of a link is built. `select` builds the next level. */
export interface LinkScope extends FilterScope {
  readonly form: ResponseForm
  readonly select: Select
  /** Pending levels. They are built in a loop instead of recursively, so that deep nesting can't overflow the stack. */
  readonly later: (() => void)[]
}

/** Builds the members of a row from the selected fields and links of its schema. */
export type Select = (schema: Schema, selection: RowSelection, scope: LinkScope) => OutputObject

export interface RowSelection {
  /** The unparsed `fields`; absent for all fields. */
  readonly fields?: unknown
  readonly populate: PopulateTree
  /** If true, the names were checked against several schemas together, and this schema may lack some of them. */
  readonly shared?: boolean
  /**
   * The members in front of the fields. Only rows that the response doesn't show as entries have it, such as
   * components.
   */
  readonly head?: readonly OutputMember[]
}

/** Builds the output of a link. If the result is null, the response leaves the link out. */
export type SelectLink<A extends LinkAttribute> = (
  name: string,
  attribute: A,
  request: LinkRequest,
  scope: LinkScope,
) => Output | null

/**
 * Rejects options that a kind of link doesn't support, in strict mode.
 *
 * @throws ApiError ValidationError
 */
export function checkOptions(
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
export function checkStrategies({ on, populate }: LinkRequest, name: string, { context }: FilterScope): void {
  if (context.strict && on && !populate.isEmpty) {
    throw malformedParameter(name, 'takes either on, with a strategy for each kind, or one populate for all')
  }
}

const linksOfClients = new WeakMap<Schema, ReadonlyMap<string, LinkAttribute>>()
const linksOfProject = new WeakMap<Schema, ReadonlyMap<string, LinkAttribute>>()

/**
 * Returns the links that `populate` may contain, in the order of the schema. Links to types that the caller
 * may not find are included: populating them isn't an error, but the response leaves them out (specification
 * §4.3).
 */
export function linksOf(schema: Schema, context: PlanContext): ReadonlyMap<string, LinkAttribute> {
  const linksOfSchema = context.revealsPrivate ? linksOfProject : linksOfClients
  const known = linksOfSchema.get(schema)
  if (known) return known
  const links = new Map<string, LinkAttribute>()
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (!isScalar(attribute) && !isHidden(attribute, context)) links.set(name, attribute)
  }
  linksOfSchema.set(schema, links)
  return links
}

/** Returns the names of the links that this caller may follow. */
export function linkNames(schema: Schema, context: PlanContext): Iterable<string> {
  return usableNames(schema, context, (attribute) => !isScalar(attribute))
}
