import { scalarBehaviours } from '@content-api/engine/attributes'
import type { SortKey } from '@content-api/engine/plan'
import { type Difference, type DifferenceContext, firstDifference } from './difference-context.js'

/** Returns the first sort key by which Strapi could return another order. */
export function differenceInSort(sort: readonly SortKey[], { dialect }: DifferenceContext): Difference {
  return firstDifference(sort, ({ path, name, attribute }) => {
    if (path.length > 0) return `sorts by a path, ${[...path, { name }].map((step) => step.name).join('.')}`
    if (scalarBehaviours[attribute.type].storage === 'json') return `sorts by ${name}, which is JSON`
    // PostgreSQL sorts entries without a value last, if a statement doesn't say otherwise.
    return dialect === 'postgres' && name !== 'id' ? `sorts by ${name} on PostgreSQL` : null
  })
}
