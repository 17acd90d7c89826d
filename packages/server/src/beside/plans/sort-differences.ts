import type { Schema } from '@content-api/model'
import { isMorph, relatesToMany, type SortKey } from '@content-api/engine/plan'
import { type Difference, type DifferenceContext, firstDifference } from './difference-context.js'

const unsorted: ReadonlySet<string> = new Set(['array', 'password'])

/** Returns the first sort key by which Strapi could return another order, or entries twice. */
export function differenceInSort(sort: readonly SortKey[], owner: Schema, { dialect }: DifferenceContext): Difference {
  return firstDifference(sort, ({ path, name, attribute }) => {
    const step = path.find(({ attribute }) => !leadsToOne(attribute))
    if (step) return `sorts by a path through ${step.name} (${step.attribute.type})`
    // Of two columns with the same name, Strapi's driver of PostgreSQL returns the last one that isn't NULL.
    const isShown = path.length > 0 && name !== 'id' && Object.hasOwn(owner.attributes, name)
    if (isShown && dialect === 'postgres') return `sorts by ${name} of another entry, which may replace its own ${name}`
    return unsorted.has(attribute.type) ? `sorts by ${name} (${attribute.type})` : null
  })
}

function leadsToOne(attribute: SortKey['path'][number]['attribute']): boolean {
  if (attribute.type === 'component') return !attribute.repeatable
  return attribute.type === 'relation' && !isMorph(attribute) && !relatesToMany(attribute)
}
