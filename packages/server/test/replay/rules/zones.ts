import { isRecord } from '../request-target.js'
import type { Case } from '../rule.js'
import { dataOf, writtenAttributes } from './bodies.js'
import { refusal } from './refusals.js'

/** Returns items of dynamic zones whose component exists but is not listed by the zone. */
function unlisted({ world, ...of }: Case): [name: string, index: number][] {
  return writtenAttributes({ world, ...of }).flatMap(([name, attribute, value]) => {
    if (attribute.type !== 'dynamiczone' || !Array.isArray(value)) return []
    return value.flatMap((item, index): [string, number][] => {
      const uid = isRecord(item) ? item['__component'] : undefined
      const isForeign =
        typeof uid === 'string' && world.registry.components.has(uid) && !attribute.components.includes(uid)
      return isForeign ? [[name, index]] : []
    })
  })
}

export const zonesHoldTheirOwn = refusal({
  name: '0074-zones-hold-their-components',
  strapi: 'accepts any component of the project in any dynamic zone.',
  ours: 'rejects components that the zone does not list with 400.',
  why: 'the schema lists the components of a zone, and GraphQL has no type for others.',
  refuses(of) {
    const items = unlisted(of)
    if (items.length === 0) return null
    return { error: 'ValidationError', paths: items.map(([name, index]) => [name, String(index), '__component']) }
  },
  instead(of) {
    const items = unlisted(of)
    const data = dataOf(of)
    if (items.length === 0 || !data) return null
    const kept = { ...data }
    for (const [name] of items) {
      const left = items.filter(([other]) => other === name).map(([, index]) => index)
      kept[name] = (data[name] as unknown[]).filter((_item, index) => !left.includes(index))
    }
    return kept
  },
})
