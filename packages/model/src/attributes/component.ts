import * as z from 'zod/mini'
import type { ComponentAttribute } from '../attribute.js'
import { type AttributeDefinition, checkBounds, count } from './definition.js'

export const component: AttributeDefinition<ComponentAttribute> = {
  options: {
    component: z.string(),
    repeatable: z._default(z.boolean(), false),
    min: z.optional(count),
    max: z.optional(count),
  },
  check(attribute, report) {
    checkBounds(report, ['min', attribute.min], ['max', attribute.max])
  },
}
