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
  /** Rows per page, or -1 without a limit; absent for reads without pagination. */
  readonly pageSize?: number
}

/** Maximum characters per member of a plan shape. A query may have hundreds of conditions. */
const maximumLength = 500
/** Levels of filters and of outputs that a shape shows. Plans of a thousand levels would overflow the stack. */
const maximumDepth = 50
const omitted = '…'

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

const shortened = (text: string) => (text.length > maximumLength ? `${text.slice(0, maximumLength)}…` : text)

function conditionText(condition: Condition, level = 1): string {
  if (level > maximumDepth) return omitted
  const textOf = (part: Condition) => conditionText(part, level + 1)
  switch (condition.op) {
    case 'and':
    case 'or':
      return `${condition.op}(${condition.of.map(textOf).join(', ')})`
    case 'not':
      return `not(${textOf(condition.of)})`
    case 'value':
      return `${condition.name} ${condition.operator}`
    case 'json':
      return `${condition.name} $eq`
    case 'like':
      return `${condition.name} like`
    case 'link':
      return `${condition.name}(${textOf(condition.where)})`
    case 'version':
      return `${condition.state} version`
  }
}

const sortText = ({ path, name, direction }: SortKey) =>
  `${[...path, { name }].map((step) => step.name).join('.')} ${direction}`

/** Returns the relations, components and files that an output contains. */
function populated(output: Output): string {
  return parts(output, 1).join(', ')
}

function parts(output: Output, level: number): string[] {
  if (level > maximumDepth) return [omitted]
  const textOf = (members: Members) => members.flatMap(({ value }) => parts(value, level + 1)).join(', ')
  const named = (name: string, members: Members) => {
    const inner = textOf(members)
    return [inner === '' ? name : `${name}(${inner})`]
  }
  switch (output.kind) {
    case 'object':
    case 'entries':
      return output.members.flatMap(({ value }) => parts(value, level + 1))
    case 'linked':
      return named(output.rows.name, output.members)
    case 'count':
      return [`count of ${output.rows.name}`]
    case 'zone':
      return named(output.name, membersOf(output.items))
    case 'morph':
      return output.counts ? [`count of ${output.name}`] : named(output.name, membersOf(output.targets))
    case 'usedBy':
      return named('used by', membersOf(output.targets))
    default:
      return []
  }
}

type Members = readonly { readonly value: Output }[]

const membersOf = (groups: readonly { readonly members: Members }[]) => groups.flatMap(({ members }) => members)
