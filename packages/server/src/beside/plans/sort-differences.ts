import { isMorph, relatesToMany, type SortKey } from '@content-api/engine/plan'
import { type Difference, type DifferenceContext, firstDifference } from './difference-context.js'

/** Here JSON has the order of SQLite, also on PostgreSQL, which has an order of its own. */
const json: ReadonlySet<string> = new Set(['json', 'blocks'])
const unsorted: ReadonlySet<string> = new Set(['array', 'password'])

/** Returns the first sort key by which Strapi could return another order, or entries twice. */
export function differenceInSort(sort: readonly SortKey[], { dialect }: DifferenceContext): Difference {
  return firstDifference(sort, ({ path, name, attribute }) => {
    const step = path.find(({ attribute }) => !leadsToOne(attribute))
    if (step) return `sorts by a path through ${step.name} (${step.attribute.type})`
    const isEqual = !unsorted.has(attribute.type) && (dialect === 'sqlite' || !json.has(attribute.type))
    return isEqual ? null : `sorts by ${name} (${attribute.type})`
  })
}

function leadsToOne(attribute: SortKey['path'][number]['attribute']): boolean {
  if (attribute.type === 'component') return !attribute.repeatable
  return attribute.type === 'relation' && !isMorph(attribute) && !relatesToMany(attribute)
}
