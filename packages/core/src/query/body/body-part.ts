import type { Schema } from '@content-api/model'
import type { PlanContext } from '../plan-context.js'
import {
  type BodyIssues,
  displayName,
  type FieldWrite,
  type GeneratedUid,
  type LinkWrite,
  type Path,
} from '@content-api/engine/plan'

/** The part of a body for one row: the entry itself, or a component in it. */
export interface BodyPart {
  readonly schema: Schema
  readonly values: Readonly<Record<string, unknown>>
  readonly path: Path
  /** True for a new row: defaults apply and required values must be present. Updates keep absent values. */
  readonly isNew: boolean
  /**
   * If true, attributes shared by localizations are copied from another localization, and their values in
   * the body are ignored.
   */
  readonly inherits: boolean
  /** If true, values only need the type of their column. */
  readonly unvalidated?: boolean
  /** The number of components that enclose this one. */
  readonly depth: number
  readonly context: PlanContext
  readonly issues: BodyIssues
}

/**
 * Reports a value, which is then left out of the plan.
 * @param problem follows the name of the value, as in "must be an id"
 * @param bare whether the message stands alone, without `details`, if it is the only problem
 */
export function reject({ issues }: BodyPart, path: Path, problem: string, bare = false): null {
  issues.add(path, `${displayName(path)} ${problem}`, { bare })
  return null
}

/** The planned writes of one row. */
export interface RowPlan {
  readonly fields: readonly FieldWrite[]
  readonly secrets: readonly FieldWrite[]
  readonly generated: readonly GeneratedUid[]
  readonly links: readonly LinkWrite[]
}

/** Maximum items of one array of relations or files in a body. It bounds the work of ordering a relation. */
export const maximumRelationItems = 5_000

/** Maximum nesting of components in components. In practice, only components that contain themselves reach it. */
export const maximumComponentDepth = 20
