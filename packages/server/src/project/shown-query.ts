import { type ContentType, isScalar, type Schema } from '@content-api/model'
import { linkTarget } from '@content-api/engine/plan/link-target'
import { planList } from '../query/plan.js'
import type { PlanContext } from '../query/plan-context.js'
import { withDeepPopulate } from '../query/populate/deep.js'
import { readPopulate } from '../query/populate/forms.js'
import type { LinkRequest, PopulateTree } from '../query/populate/populate-tree.js'
import { mayFollow } from '../query/usable-attributes.js'

type Query = Readonly<Record<string, unknown>>

const listParameters = ['fields', 'populate', 'publicationState', 'locale', 'sort', 'filters', 'pagination', '_q']

/** Checks a query as the generated list route does. @throws ApiError for a query that this caller may not use */
export function checkQuery(type: ContentType, query: Query, context: PlanContext): void {
  planList(type, query, context)
}

/**
 * Returns a query that is safe to run with every permission: without unknown parameters, and without populate
 * of relations that this caller may not follow.
 * @throws ApiError for filters, sorts and fields that the caller may not use
 */
export function usableQuery(type: ContentType, query: Query, context: PlanContext): Query {
  checkQuery(type, query, { ...context, strict: false })
  const known = Object.entries(withDeepPopulate(type, query, context)).filter(([name]) => listParameters.includes(name))
  const { populate, ...others } = Object.fromEntries(known)
  if (populate === undefined) return others
  const usable = objectForm(type, readPopulate(populate, false), context)
  return Object.keys(usable).length === 0 ? others : { ...others, populate: usable }
}

/** Returns a populate in its object form, without relations that the caller may not follow. */
function objectForm(schema: Schema, tree: PopulateTree, context: PlanContext): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (isScalar(attribute) || attribute.private === true || !mayFollow(schema, name, attribute, context)) continue
    const request = tree.links.get(name) ?? (tree.everything ? tree.links.absent(name) : undefined)
    if (request) found[name] = linkOf(request, linkTarget(attribute, context.registry), context)
  }
  return found
}

function linkOf({ options, populate, on }: LinkRequest, target: Schema | undefined, context: PlanContext): unknown {
  const link: Record<string, unknown> = { ...options }
  if (target && !populate.isEmpty) {
    const below = objectForm(target, populate, context)
    if (Object.keys(below).length > 0) link['populate'] = below
  } else if (!populate.isEmpty) {
    // The attributes depend on the component, so hidden ones are removed from the entries afterwards.
    link['populate'] = populate.everything ? '*' : [...populate.links.keys()]
  }
  if (on) link['on'] = Object.fromEntries([...on].flatMap(([uid, request]) => strategyOf(uid, request, context)))
  return Object.keys(link).length === 0 ? true : link
}

function strategyOf(uid: string, request: LinkRequest, context: PlanContext): [string, unknown][] {
  const type = context.registry.contentTypes.get(uid)
  if (type && !context.can('find', type)) return []
  return [[uid, linkOf(request, type ?? context.registry.components.get(uid), context)]]
}
