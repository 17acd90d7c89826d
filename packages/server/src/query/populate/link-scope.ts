import type { LinkAttribute, Schema } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import type { FilterScope } from '../filters.js'
import { malformedParameter } from '../raw-value.js'
import type { Output, OutputMember, OutputObject } from '../read-plan.js'
import type { LinkOption, LinkRequest, PopulateTree } from './populate-tree.js'
import type { ResponseForm } from './response-form.js'

/** What building the output of one link needs besides its request. `select` leads on to the next level. */
export interface LinkScope extends FilterScope {
  readonly form: ResponseForm
  readonly select: Select
  /** Links that are still to be selected: a level within another isn't within its call, so that none is too deep for the stack. */
  readonly later: (() => void)[]
}

/** Builds the members of a row from fields and links of its schema. */
export type Select = (schema: Schema, asked: Asked, scope: LinkScope) => OutputObject

export interface Asked {
  /** Raw; absent: every field. */
  readonly fields?: unknown
  readonly populate: PopulateTree
  /** Names were checked against several schemas together: one that is missing in this schema is no mistake. */
  readonly shared?: boolean
  /** The members before the fields of a row that is no entry in the response; absent for entries. */
  readonly head?: readonly OutputMember[]
}

/** Gives null where the caller may not see what the link leads to. */
export type SelectLink<A extends LinkAttribute> = (
  name: string,
  attribute: A,
  request: LinkRequest,
  scope: LinkScope,
) => Output | null

/**
 * Refuses, where strict, the options that a kind of link has no use for.
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
 * Refuses, where strict, a shared `populate` beside `on`, which would be without effect.
 *
 * @throws ApiError ValidationError
 */
export function checkStrategies({ on, populate }: LinkRequest, name: string, { context }: FilterScope): void {
  if (context.strict && on && !populate.isEmpty) {
    throw malformedParameter(name, 'takes either on, with a strategy for each kind, or one populate for all')
  }
}
