import type { ScalarAttribute } from '../attribute.js'
import { type AttributeDefinition, defaultValue, reportDefault } from './definition.js'

export const boolean: AttributeDefinition<ScalarAttribute> = {
  options: { default: defaultValue },
  check(attribute, report) {
    const value = attribute.default
    if (value !== undefined && typeof value !== 'boolean') reportDefault(report, 'true or false', value)
  },
}
