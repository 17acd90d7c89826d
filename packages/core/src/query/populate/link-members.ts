import type { LinkAttribute, LinkType, Schema } from '@content-api/model'
import type { Output, OutputMember, OutputObject } from '@content-api/engine/plan'
import type { PlanContext } from '../plan-context.js'
import { linksOf, mayFollow } from '../usable-attributes.js'
import type { LinkRequest, PopulateTree } from './forms.js'

/** Builds the output of a link. If the result is null, the response leaves the link out. */
export type SelectLink<A extends LinkAttribute, Scope> = (
  name: string,
  attribute: A,
  request: LinkRequest,
  scope: Scope,
) => Output | null

/** How each type of link is built. */
export type LinkSelectors<Scope> = {
  readonly [Type in LinkType]: SelectLink<Extract<LinkAttribute, { type: Type }>, Scope>
}

/** Pending levels. They are built in a loop instead of recursively, so that deep nesting can't overflow the stack. */
export type PendingLevels = (() => void)[]

/** Calls `select`, and then what it and its levels append to the argument. */
export function selectByLevels(select: (later: PendingLevels) => OutputObject): OutputObject {
  const later: PendingLevels = []
  const members = select(later)
  // Calls append to the array during the loop.
  for (const selectMore of later) selectMore()
  return members
}

interface Selecting<Scope> {
  readonly selectors: LinkSelectors<Scope>
  /** Checks the request of a link that the caller may not follow, which the response leaves out. */
  readonly checkHidden: (request: LinkRequest, populate: PopulateTree, scope: Scope) => void
}

/** Returns the members of the requested links in the order of the schema, not of the request. */
export function linkMembers<Scope extends { readonly context: PlanContext }>(
  schema: Schema,
  populate: PopulateTree,
  scope: Scope,
  { selectors, checkHidden }: Selecting<Scope>,
): readonly OutputMember[] {
  const { context } = scope
  const links: OutputMember[] = []
  for (const [name, attribute] of linksOf(schema, context)) {
    const request = populate.links.get(name) ?? (populate.everything ? populate.links.absent(name) : undefined)
    if (!request) continue
    if (!mayFollow(schema, name, attribute, context)) {
      checkHidden(request, populate, scope)
      continue
    }
    if (request.mistake) throw request.mistake
    const value = selectors[attribute.type](name, attribute as never, request, scope)
    if (value) links.push({ key: name, value })
  }
  return links
}
