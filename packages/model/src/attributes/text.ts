import * as z from 'zod/mini'
import type { ScalarAttribute } from '../attribute.js'
import type { Report } from '../problem.js'
import { type AttributeDefinition, checkBounds, count, defaultValue, reportDefault } from './definition.js'

export const textOptions = {
  default: defaultValue,
  minLength: z.optional(count),
  maxLength: z.optional(count),
  regex: z.optional(z.string()),
}

/** Lengths are in UTF-16 code units, as in JavaScript strings. */
export function checkText(attribute: Partial<ScalarAttribute>, report: Report): void {
  const { minLength, maxLength } = attribute
  checkBounds(report, ['minLength', minLength], ['maxLength', maxLength])
  if (attribute.default === undefined) return
  if (typeof attribute.default !== 'string') return reportDefault(report, 'text', attribute.default)
  const { length } = attribute.default
  if (minLength !== undefined && length < minLength) {
    report(['default'], `has ${length} characters, fewer than "minLength", ${minLength}.`)
  }
  if (maxLength !== undefined && length > maxLength) {
    report(['default'], `has ${length} characters, more than "maxLength", ${maxLength}.`)
  }
}

/** The types `string`, `text`, `richtext` and `password`. */
export const text: AttributeDefinition<ScalarAttribute> = { options: textOptions, check: checkText }
