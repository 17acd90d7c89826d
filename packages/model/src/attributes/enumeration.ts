import * as z from 'zod/mini'
import type { ScalarAttribute } from '../attribute.js'
import { closest } from '../closest.js'
import { quote } from '../wording.js'
import { type AttributeDefinition, defaultValue } from './definition.js'

export const enumeration: AttributeDefinition<ScalarAttribute> = {
  options: { default: defaultValue, enum: z.array(z.string()) },
  check({ enum: values, default: chosen }, report) {
    if (values === undefined) return
    if (values.length === 0) report(['enum'], 'is empty, so the attribute is a string.')
    for (const [position, value] of values.entries()) {
      if (value === '') report(['enum', position], 'must not be empty. The value is left out.')
      else if (values.indexOf(value) < position) report(['enum', position], `repeats ${quote(value)}.`)
    }
    if (chosen === undefined || values.some((value) => value === chosen)) return
    const suggestion = typeof chosen === 'string' ? closest(chosen, values) : undefined
    report(['default'], `is ${quote(chosen)}, which is not in "enum".`, suggestion)
  },
  resolve(attribute) {
    const values = [...new Set(attribute.enum)].filter((value) => value !== '')
    if (values.length > 0) return { ...attribute, enum: values }
    const { enum: _none, ...others } = attribute
    return { ...others, type: 'string' }
  },
}
