import * as z from 'zod/mini'
import type { ScalarAttribute } from '../attribute.js'
import { type AttributeDefinition, reportDefault } from './definition.js'
import { checkText, resolveText, textOptions } from './text.js'

export const uid: AttributeDefinition<ScalarAttribute> = {
  options: { ...textOptions, targetField: z.optional(z.string()) },
  check(attribute, report) {
    checkText(attribute, report)
    const value = attribute.default
    if (typeof value === 'string' && !/^[A-Za-z0-9\-_.~]*$/.test(value)) {
      reportDefault(report, 'made of letters, digits and - _ . ~', value)
    }
  },
  resolve: resolveText,
}
