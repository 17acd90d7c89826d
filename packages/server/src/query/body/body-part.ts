import type { Schema } from '@content-api/model'
import type { PlanContext } from '../plan-context.js'
import type { FieldWrite, GeneratedUid, LinkWrite } from '../write-plan.js'
import type { BodyIssues, Path } from './body-issues.js'

/** The values given for one row: the entry itself, or a component in it. */
export interface BodyPart {
  readonly schema: Schema
  readonly values: Readonly<Record<string, unknown>>
  readonly path: Path
  /** The row is new: defaults apply. */
  readonly fresh: boolean
  /** Required values may not be left out; updates may leave out anything, in new components too (as observed). */
  readonly whole: boolean
  /** Attributes that localizations share are taken over from another one and not looked at. */
  readonly inherits: boolean
  /** How many components stand around it. */
  readonly depth: number
  readonly context: PlanContext
  readonly issues: BodyIssues
  /** Plans the rows of the components in it; handed down because components may hold components. */
  readonly planRow: (part: BodyPart, ignored: ReadonlySet<string>) => RowPlan
}

/** What the values of one row come to. */
export interface RowPlan {
  readonly fields: readonly FieldWrite[]
  readonly secrets: readonly FieldWrite[]
  readonly generated: readonly GeneratedUid[]
  readonly links: readonly LinkWrite[]
}
