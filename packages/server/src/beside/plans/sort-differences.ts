import { isMorph, relatesToMany, type SortKey } from '@content-api/engine/plan'
import { type Difference, firstDifference } from './difference-context.js'

const unsorted: ReadonlySet<string> = new Set(['json', 'blocks', 'array', 'password'])

/** Returns the first sort key by which Strapi could return another order, or entries twice. */
export function differenceInSort(sort: readonly SortKey[]): Difference {
  return firstDifference(sort, ({ path, name, attribute }) => {
    const step = path.find(({ attribute }) => !leadsToOne(attribute))
    if (step) return `sorts by a path through ${step.name} (${step.attribute.type})`
    return unsorted.has(attribute.type) ? `sorts by ${name} (${attribute.type})` : null
  })
}

function leadsToOne(attribute: SortKey['path'][number]['attribute']): boolean {
  if (attribute.type === 'component') return !attribute.repeatable
  return attribute.type === 'relation' && !isMorph(attribute) && !relatesToMany(attribute)
}
