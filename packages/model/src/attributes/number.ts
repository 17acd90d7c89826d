import * as z from 'zod/mini'
import type { ScalarAttribute } from '../attribute.js'
import {
  type AttributeDefinition,
  checkBounds,
  checkDefaultWithin,
  convertedDefault,
  reportDefault,
} from './definition.js'

/** Integers beyond 2^53 are strings, because JavaScript numbers lose digits there. */
const bigWhole = z.union([z.int(), z.string().check(z.regex(/^-?\d+$/))])

/** Returns the number in a string, unless it is too big to be exact. */
function numberOf(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value
  const number = Number(value)
  return Number.isSafeInteger(number) || number % 1 !== 0 ? (Number.isNaN(number) ? value : number) : value
}

function numeric(bound: z.ZodMiniType<number | string>, expected: string): AttributeDefinition<ScalarAttribute> {
  return {
    options: { default: convertedDefault(numberOf), min: z.optional(bound), max: z.optional(bound) },
    check(attribute, report) {
      const { min, max } = attribute
      checkBounds(report, ['min', min], ['max', max])
      if (attribute.default === undefined) return
      const value = bound.safeParse(attribute.default)
      if (value.success) checkDefaultWithin(report, value.data, min, max)
      else reportDefault(report, expected, attribute.default)
    },
  }
}

export const integer = numeric(z.int(), 'a whole number')
export const biginteger = numeric(bigWhole, 'a whole number, or a string for one beyond 2^53')
/** The types `float` and `decimal`. */
export const real = numeric(z.number(), 'a number')
