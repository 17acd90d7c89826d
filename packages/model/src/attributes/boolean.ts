import type { ScalarAttribute } from '../attribute.js'
import { type AttributeDefinition, convertedDefault, reportDefault } from './definition.js'

const spelled: Readonly<Record<string, boolean>> = { true: true, false: false }

function booleanOf(value: unknown): unknown {
  return typeof value === 'string' && Object.hasOwn(spelled, value) ? spelled[value] : value
}

export const boolean: AttributeDefinition<ScalarAttribute> = {
  options: { default: convertedDefault(booleanOf) },
  check(attribute, report) {
    const value = attribute.default
    if (value !== undefined && typeof value !== 'boolean') reportDefault(report, 'true or false', value)
  },
}
