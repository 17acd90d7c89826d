import type { LinkedRows, Output, OutputObject, ReadPlan } from '@content-api/engine/plan'
import { type Difference, type DifferenceContext, firstDifference } from './difference-context.js'
import { differenceInFilters } from './filter-differences.js'
import { differenceInSort } from './sort-differences.js'

/** Returns the first part of a response that Strapi could show in another way. */
export function differenceInOutput(output: Output, plan: ReadPlan, context: DifferenceContext): Difference {
  const inMembers = (members: OutputObject) =>
    firstDifference(members, ({ value }) => differenceInOutput(value, plan, context))
  switch (output.kind) {
    case 'text':
    case 'pagination':
      return null
    case 'rejected':
      return 'has a field that the caller may not read'
    case 'field':
      return differenceOfField(output, context)
    case 'object':
    case 'entries':
      return inMembers(output.members)
    case 'linked':
      return differenceInRows(output.rows, plan, context) ?? inMembers(output.members)
    case 'count':
      return differenceInRows(output.rows, plan, context)
    case 'zone':
      return firstDifference(output.items, ({ filters, members }) =>
        filters ? `filters the components of ${output.name}` : inMembers(members),
      )
    case 'morph':
      return `populates ${output.name}, which is polymorphic`
    case 'usedBy':
      return 'selects where files are used'
    case 'locales':
      return 'shows the locales of entries'
  }
}

function differenceOfField(
  { name, attribute }: Extract<Output, { kind: 'field' }>,
  { dialect }: DifferenceContext,
): Difference {
  // Strapi reads integers of SQLite as doubles.
  if (attribute.type === 'biginteger' && dialect === 'sqlite') return `shows ${name}, which is a biginteger`
  return null
}

function differenceInRows(rows: LinkedRows, plan: ReadPlan, context: DifferenceContext): Difference {
  const { name, target, filters, sort, start, limit } = rows
  if (target.model === 'contentType' && target.draftAndPublish) return `populates ${name}, which may be a draft`
  if ((start !== 0 || limit !== null) && plan.mode === 'list') return `limits the rows of ${name} in a list`
  return (filters && differenceInFilters(filters, context)) ?? differenceInSort(sort, context)
}
