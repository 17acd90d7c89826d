import * as z from 'zod/mini'
import type { ScalarAttribute } from '../attribute.js'
import type { Report } from '../problem.js'
import { quote } from '../wording.js'
import { type AttributeDefinition, checkBounds, convertedDefault, count, reportDefault } from './definition.js'

export const textOptions = {
  default: convertedDefault(textOf),
  minLength: z.optional(count),
  maxLength: z.optional(count),
  regex: z.optional(z.string()),
}

function textOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

/** Lengths are in UTF-16 code units, as in JavaScript strings. */
export function checkText(attribute: Partial<ScalarAttribute>, report: Report): void {
  const { minLength, maxLength, regex } = attribute
  const pattern = regex === undefined ? undefined : compile(regex)
  if (typeof pattern === 'string') report(['regex'], `${pattern} The pattern has no effect.`)
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
  if (pattern instanceof RegExp && !pattern.test(attribute.default)) {
    report(['default'], `is ${quote(attribute.default)}, which doesn't match "regex".`)
  }
}

/** Returns a pattern; a sentence if it is not valid. */
function compile(source: string): RegExp | string {
  try {
    // Bounded input: the default in a schema file.
    return new RegExp(source)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return `is not a valid regular expression: ${error.message.replace(/^Invalid regular expression: /, '')}.`
  }
}

/** Returns the attribute without a pattern that is not valid. */
export function resolveText(attribute: Partial<ScalarAttribute>): Partial<ScalarAttribute> {
  if (attribute.regex === undefined || compile(attribute.regex) instanceof RegExp) return attribute
  const { regex: _invalid, ...others } = attribute
  return others
}

/** The types `string`, `text`, `richtext` and `password`. */
export const text: AttributeDefinition<ScalarAttribute> = {
  options: textOptions,
  check: checkText,
  resolve: resolveText,
}
