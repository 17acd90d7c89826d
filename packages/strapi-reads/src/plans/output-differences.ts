import type { Schema } from '@content-api/model'
import { type Condition, isMorph, type LinkedRows, type Output, type OutputObject } from '@content-api/engine/plan'
import { type Difference, type DifferenceContext, firstDifference } from './difference-context.js'
import { differenceInFilters } from './filter-differences.js'
import { differenceInSort } from './sort-differences.js'

/** The rows that a part of the output belongs to. */
interface OutputContext extends DifferenceContext {
  readonly owner: Schema
  /** Whether Strapi reads the links of each row by themselves, so that `start` and `limit` count for each row. */
  readonly hasOneParent: boolean
}

/** Returns the first part of a response that Strapi could show in another way. */
export function differenceInOutput(output: Output, context: OutputContext): Difference {
  const inMembers = (members: OutputObject, inner: Partial<OutputContext> = {}) =>
    firstDifference(members, ({ value }) => differenceInOutput(value, { ...context, ...inner }))
  switch (output.kind) {
    case 'text':
    case 'pagination':
      return null
    case 'rejected':
      // In queries of Strapi 5, a response with such a row goes to Strapi.
      return context.version === 5 ? null : 'has a field that the caller may not read'
    case 'field':
      return differenceOfField(output, context)
    case 'object':
    case 'entries':
      return inMembers(output.members)
    case 'linked': {
      const { rows, form, members } = output
      const hasOneParent = context.interface === 'graphql' || (context.hasOneParent && form === 'first')
      return (
        differenceInRows(rows, form === 'first', context) ?? inMembers(members, { owner: rows.target, hasOneParent })
      )
    }
    case 'count':
      return differenceInRows(output.rows, false, context)
    case 'zone':
      return firstDifference(
        output.items,
        ({ component, filters, members }) =>
          (filters && differenceInFilters(filters)) ??
          inMembers(members, { owner: component, hasOneParent: context.interface === 'graphql' }),
      )
    case 'morph':
      return `populates ${output.name}, which is polymorphic`
    case 'usedBy':
      return 'selects the entries that use a file'
    case 'locales':
      return 'shows the locales of an entry'
  }
}

/** The types whose values responses show as in Strapi, on both databases. The others depend on the database. */
const equalTypes: ReadonlySet<string> = new Set([
  'string',
  'text',
  'richtext',
  'enumeration',
  'email',
  'uid',
  'date',
  'datetime',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
  'json',
  'blocks',
])

function differenceOfField(
  { name, attribute: { type } }: Extract<Output, { kind: 'field' }>,
  { dialect, interface: kind, version }: OutputContext,
): Difference {
  const isEqual =
    equalTypes.has(type) ||
    // GraphQL adds milliseconds to the times of PostgreSQL. Plans for Strapi 4 don't.
    (type === 'time' && (version === 5 || dialect === 'sqlite' || kind === 'rest')) ||
    (type === 'timestamp' && kind === 'rest')
  return isEqual ? null : `shows ${name} (${type})`
}

function differenceInRows(rows: LinkedRows, isOne: boolean, context: OutputContext): Difference {
  const { owner, hasOneParent } = context
  const { name, target, filters, sort, start, limit } = rows
  const attribute = owner.attributes[name]
  if (attribute?.type === 'relation' && isMorph(attribute)) return `populates ${name}, which is polymorphic`
  // The position in the list has this name too. Of both columns, PostgreSQL's driver returns one that isn't NULL.
  const hasPosition = attribute?.type === 'component' || attribute?.type === 'media'
  if (hasPosition && context.dialect === 'postgres' && Object.hasOwn(target.attributes, 'order'))
    return `populates ${name}, which has an attribute order`
  if (!isOne && isSortedByDatabase(sort, context)) return `sorts the rows of ${name}, of which several may be equal`
  if ((start !== 0 || limit !== null) && (isOne || !hasOneParent)) return `limits the rows of ${name} in a list`
  return (
    (filters && (differenceInAccess(filters) ?? differenceInFilters(filters))) ??
    differenceInSort(sort, target, context)
  )
}

/** Strapi 5 leaves the order of equal rows to the database. */
function isSortedByDatabase(sort: LinkedRows['sort'], { version, interface: kind }: OutputContext): boolean {
  if (version !== 5 || kind !== 'rest' || sort.length === 0) return false
  return !sort.some(({ path, name }) => path.length === 0 && name === 'id')
}

/** Strapi checks permissions of filters in `populate` by rules of its own where they reach types of plugins. */
function differenceInAccess(condition: Condition): Difference {
  if (condition.op === 'and' || condition.op === 'or') return firstDifference(condition.of, differenceInAccess)
  if (condition.op === 'not') return differenceInAccess(condition.of)
  if (condition.op !== 'link') return null
  const { name, target, where } = condition
  return target.uid.startsWith('api::') || target.model === 'component'
    ? differenceInAccess(where)
    : `filters populated rows by ${name}, which belongs to a plugin`
}
