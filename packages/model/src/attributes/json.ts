import type { ScalarAttribute } from '../attribute.js'
import { type AttributeDefinition, defaultValue, reportDefault } from './definition.js'

export const json: AttributeDefinition<ScalarAttribute> = { options: { default: defaultValue } }

/** The types `array` and `blocks`. */
export const list: AttributeDefinition<ScalarAttribute> = {
  options: { default: defaultValue },
  check(attribute, report) {
    const value = attribute.default
    if (value !== undefined && !Array.isArray(value)) reportDefault(report, 'a list', value)
  },
}
