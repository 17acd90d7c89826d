import type { PlanContext } from './plan-context.js'

const least = -(2n ** 63n)
const greatest = 2n ** 63n - 1n

/**
 * Returns a big integer as a string. Strapi writes big integers to archives as doubles: beyond 2^53 they are
 * rounded, and the greatest one no longer fits 64 bits. Rounded values are reported and limited to 64 bits.
 */
export function exactBigInteger(value: unknown, place: string, { source, survey, report }: PlanContext): unknown {
  if (source.kind !== 'archive') return value
  const text = typeof value === 'number' && Number.isInteger(value) ? String(BigInt(value)) : value
  if (typeof text !== 'string' || !/^-?\d{16,25}$/.test(text)) return text
  const number = BigInt(text)
  if (number <= BigInt(Number.MAX_SAFE_INTEGER) && number >= BigInt(Number.MIN_SAFE_INTEGER)) return text
  if (survey.exactIntegers) return text
  report.example('The archive has rounded these big integers', place)
  return String(number > greatest ? greatest : number < least ? least : number)
}
