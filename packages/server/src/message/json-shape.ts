import { defaultShapeLimits, type JsonShapeLimits } from '../config/json-shape-limits.js'

/**
 * Returns how parsed JSON exceeds a limit, as the end of a sentence about it; null if it doesn't.
 *
 * `JSON.parse` reads values of any depth, but `JSON.stringify` overflows the stack at a few thousand levels.
 * Objects of very many keys take much longer than their bytes.
 */
export function shapeFault(json: unknown, limits: JsonShapeLimits = defaultShapeLimits): string | null {
  const faultWithin = (value: unknown, levels: number): string | null => {
    if (typeof value !== 'object' || value === null) return null
    if (levels === 0) return `is nested deeper than ${limits.bodyDepth} levels`
    const items: unknown[] = Object.values(value)
    if (!Array.isArray(value) && items.length > limits.bodyKeys) {
      return `has an object with more than ${limits.bodyKeys} keys`
    }
    for (const item of items) {
      const fault = faultWithin(item, levels - 1)
      if (fault !== null) return fault
    }
    return null
  }
  return faultWithin(json, limits.bodyDepth)
}
