import { exceededShape } from '@content-api/engine/attributes'
import { defaultShapeLimits, type JsonShapeLimits } from '../config/json-shape-limits.js'

/**
 * Returns how the text of JSON exceeds a limit, as the end of a sentence about it; null if it doesn't. Call
 * it before `JSON.parse`: objects of very many keys take much longer than their bytes.
 */
export function shapeFault(
  text: string,
  { bodyDepth: depth, bodyKeys: keys, bodyObjects: objects }: JsonShapeLimits = defaultShapeLimits,
): string | null {
  const faults = {
    depth: `is nested deeper than ${depth} levels`,
    keys: `has an object with more than ${keys} keys`,
    objects: `has more than ${objects} objects and arrays`,
  }
  const exceeded = exceededShape(text, { depth, keys, objects })
  return exceeded && faults[exceeded]
}

/** Like `shapeFault`, for a value that a library has parsed. */
export function shapeFaultOf(json: unknown, limits: JsonShapeLimits = defaultShapeLimits): string | null {
  try {
    return shapeFault(JSON.stringify(json), limits)
  } catch (error) {
    if (error instanceof RangeError) return `is nested deeper than ${limits.bodyDepth} levels`
    throw error
  }
}
