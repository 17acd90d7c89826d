import * as z from 'zod/mini'
import type { ScalarAttribute } from '../attribute.js'
import { closest } from '../closest.js'
import { quote } from '../wording.js'
import { type AttributeDefinition, defaultValue } from './definition.js'

export const enumeration: AttributeDefinition<ScalarAttribute> = {
  options: { default: defaultValue, enum: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)) },
  check(attribute, report) {
    const values = attribute.enum
    if (values === undefined) return
    for (const [position, value] of values.entries()) {
      if (values.indexOf(value) < position) report(['enum', position], `repeats ${quote(value)}.`)
    }
    const chosen = attribute.default
    if (chosen === undefined || values.some((value) => value === chosen)) return
    const suggestion = typeof chosen === 'string' ? closest(chosen, values) : undefined
    report(['default'], `is ${quote(chosen)}, which is not in "enum".`, suggestion)
  },
}
