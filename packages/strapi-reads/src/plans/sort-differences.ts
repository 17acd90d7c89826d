import type { Schema } from '@content-api/model'
import { isMorph, relatesToMany, type SortKey } from '@content-api/engine/plan'
import { type Difference, type DifferenceContext, firstDifference } from './difference-context.js'

const unsorted: ReadonlySet<string> = new Set(['array', 'password'])

/** Returns the first sort key by which Strapi could return another order, or entries twice. */
export function differenceInSort(
  sort: readonly SortKey[],
  owner: Schema,
  { dialect, version }: DifferenceContext,
): Difference {
  const paths = sort.filter(({ path }) => path.length > 0)
  return firstDifference(sort, ({ path, name, attribute }) => {
    const step = path.find(({ attribute }) => !leadsToOne(attribute))
    // Of the rows behind several paths, Strapi 5 takes one for all of them.
    const isOneValue = version === 5 && paths.length === 1 && hasLeast(attribute)
    if (step && !isOneValue) return `sorts by a path through ${step.name} (${step.attribute.type})`
    // Of two columns with the same name, Strapi 4's driver of PostgreSQL returns the last one that isn't NULL.
    const isShown = version !== 5 && path.length > 0 && name !== 'id' && Object.hasOwn(owner.attributes, name)
    if (isShown && dialect === 'postgres') return `sorts by ${name} of another entry, which may replace its own ${name}`
    return unsorted.has(attribute.type) ? `sorts by ${name} (${attribute.type})` : null
  })
}

/** Whether databases have a smallest value of an attribute by which Strapi 5 sorts. PostgreSQL has none for JSON. */
const hasLeast = ({ type }: SortKey['attribute']) => type !== 'json' && type !== 'blocks'

function leadsToOne(attribute: SortKey['path'][number]['attribute']): boolean {
  if (attribute.type === 'component') return !attribute.repeatable
  return attribute.type === 'relation' && !isMorph(attribute) && !relatesToMany(attribute)
}
