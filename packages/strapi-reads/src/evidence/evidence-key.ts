import { createHash } from 'node:crypto'
import type {
  Condition,
  LinkedRows,
  Output,
  OutputMember,
  ReadPlan,
  RowOptions,
  SortKey,
} from '@content-api/engine/plan'

/** What determines the shape of a read, besides its plan. */
export interface ReadOfShape {
  /** The path with `:id` in place of an id, such as `/api/articles/:id`. */
  readonly action: string
  readonly interface: 'rest' | 'graphql'
  /** Equal for callers with the same permissions. */
  readonly callerKey: string
}

/**
 * Returns a short key of the shape of a read: everything but the values in it. Reads with the same key have
 * responses that are equal to those of Strapi for the same reasons.
 */
export function evidenceKey(plan: ReadPlan, read: ReadOfShape): string {
  return shortKey(JSON.stringify([read.action, read.interface, read.callerKey, shapeOf(plan)]))
}

/** Returns a key of the same length for each text. Clients choose the texts, and many keys are remembered. */
export const shortKey = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 18).toString('base64url')

type Shape = string | number | boolean | null | readonly Shape[]

function shapeOf({
  type,
  mode,
  byId,
  byDocument,
  filters,
  sort,
  pagination,
  publicationState,
  locale,
  output,
}: ReadPlan): Shape {
  return [
    type.uid,
    mode,
    byId || byDocument === true,
    shapeOfCondition(filters),
    sort.map(shapeOfSort),
    pagination && [pagination.by, pagination.withCount],
    publicationState,
    locale !== null,
    shapeOfOutput(output),
  ]
}

function shapeOfCondition(condition: Condition | null): Shape {
  switch (condition?.op) {
    case undefined:
      return null
    case 'and':
    case 'or':
      return [condition.op, ...condition.of.map(shapeOfCondition)]
    case 'not':
      return ['not', shapeOfCondition(condition.of)]
    case 'value':
      return [condition.name, condition.operator]
    case 'json':
      return [condition.name, 'json']
    case 'like':
      return [condition.name, 'like', condition.form]
    case 'link':
      return [condition.name, condition.publicationState, shapeOfCondition(condition.where)]
    case 'version':
      return ['version', condition.state, condition.anyLocale, condition.changed ?? null]
  }
}

const shapeOfSort = ({ path, name, direction }: SortKey): Shape => [...path.map((step) => step.name), name, direction]

const shapeOfRows = ({ name, publicationState, locale, ...options }: LinkedRows): Shape => [
  name,
  publicationState,
  locale !== null,
  ...shapeOfOptions(options),
]

const shapeOfOptions = ({ filters, sort, start, limit }: RowOptions): readonly Shape[] => [
  shapeOfCondition(filters),
  sort.map(shapeOfSort),
  start > 0,
  limit !== null,
]

const shapeOfMembers = (members: readonly OutputMember[]): Shape =>
  members.map(({ key, value }) => [key, shapeOfOutput(value)])

function shapeOfOutput(output: Output): Shape {
  switch (output.kind) {
    case 'text':
    case 'rejected':
    case 'locales':
      return output.kind
    case 'field':
      return [output.name, typeof output.form === 'string' ? output.form : 'renamed']
    case 'object':
    case 'entries':
      return [output.kind, shapeOfMembers(output.members)]
    case 'linked':
      return [output.form, shapeOfRows(output.rows), shapeOfMembers(output.members)]
    case 'count':
      return ['count', shapeOfRows(output.rows)]
    case 'zone':
      return [
        output.name,
        ...output.items.map(
          ({ component, filters = null, members }): Shape => [
            component.uid,
            shapeOfCondition(filters),
            shapeOfMembers(members),
          ],
        ),
      ]
    case 'morph':
    case 'usedBy':
      return [output.kind, ...output.targets.map(({ type, members }): Shape => [type.uid, shapeOfMembers(members)])]
    case 'pagination':
      return output.figure
  }
}
