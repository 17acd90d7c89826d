import type { ScalarAttribute } from '../attribute.js'
import { type AttributeDefinition, reportDefault } from './definition.js'
import { checkText, resolveText, textOptions } from './text.js'

export const email: AttributeDefinition<ScalarAttribute> = {
  options: textOptions,
  check(attribute, report) {
    checkText(attribute, report)
    const value = attribute.default
    if (typeof value === 'string' && !/^[^\s@]+@[^\s@]+$/.test(value)) reportDefault(report, 'an e-mail address', value)
  },
  resolve: resolveText,
}
