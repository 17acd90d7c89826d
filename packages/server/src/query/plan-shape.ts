import type { Condition, Output, ReadPlan, SortKey } from './read-plan.js'

/** Describes a read for logs, without values from the request. */
export interface PlanShape {
  readonly contentType: string
  readonly mode: ReadPlan['mode']
  /** For example `and(title $containsi, author(name $eq))`. */
  readonly filters?: string
  /** For example `publishedAt desc`. */
  readonly sort?: string
  /** For example `author(avatar), tags`. */
  readonly populate?: string
  /** Rows per page; absent if all rows are read. */
  readonly pageSize?: number
}

/** Maximum characters per member of a plan shape. A query may have hundreds of conditions. */
const longest = 500

export function shapeOfPlan({ type, mode, filters, sort, pagination, output }: ReadPlan): PlanShape {
  const populate = populated(output)
  return {
    contentType: type.uid,
    mode,
    ...(filters && { filters: shortened(conditionText(filters)) }),
    ...(sort.length > 0 && { sort: shortened(sort.map(sortText).join(', ')) }),
    ...(populate !== '' && { populate: shortened(populate) }),
    ...(pagination && { pageSize: pagination.by === 'page' ? pagination.pageSize : pagination.limit }),
  }
}

const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

function conditionText(condition: Condition): string {
  switch (condition.op) {
    case 'and':
    case 'or':
      return `${condition.op}(${condition.of.map(conditionText).join(', ')})`
    case 'not':
      return `not(${conditionText(condition.of)})`
    case 'value':
      return `${condition.name} ${condition.operator}`
    case 'link':
      return `${condition.name}(${conditionText(condition.where)})`
  }
}

const sortText = ({ path, name, direction }: SortKey) =>
  `${[...path, { name }].map((step) => step.name).join('.')} ${direction}`

/** Returns the relations, components and files that an output contains. */
function populated(output: Output): string {
  return parts(output).join(', ')
}

function parts(output: Output): string[] {
  switch (output.kind) {
    case 'object':
    case 'entries':
      return output.members.flatMap(({ value }) => parts(value))
    case 'linked':
      return [named(output.rows.name, output.members)]
    case 'count':
      return [`count of ${output.rows.name}`]
    case 'zone':
      return [
        named(
          output.name,
          output.items.flatMap(({ members }) => members),
        ),
      ]
    case 'morph':
      return [
        named(
          output.name,
          output.targets.flatMap(({ members }) => members),
        ),
      ]
    case 'usedBy':
      return [
        named(
          'used by',
          output.targets.flatMap(({ members }) => members),
        ),
      ]
    default:
      return []
  }
}

function named(name: string, members: readonly { readonly value: Output }[]): string {
  const below = members.flatMap(({ value }) => parts(value)).join(', ')
  return below === '' ? name : `${name}(${below})`
}
