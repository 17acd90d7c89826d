import * as z from 'zod/mini'
import type { DynamicZoneAttribute } from '../attribute.js'
import { quote } from '../wording.js'
import { type AttributeDefinition, checkBounds, count } from './definition.js'

export const dynamicZone: AttributeDefinition<DynamicZoneAttribute> = {
  options: { components: z.array(z.string()), min: z.optional(count), max: z.optional(count) },
  check(attribute, report) {
    checkBounds(report, ['min', attribute.min], ['max', attribute.max])
    const components = attribute.components ?? []
    for (const [position, name] of components.entries()) {
      if (components.indexOf(name) < position) report(['components', position], `repeats ${quote(name)}.`)
    }
  },
  resolve: (attribute) => ({ ...attribute, components: [...new Set(attribute.components)] }),
}
