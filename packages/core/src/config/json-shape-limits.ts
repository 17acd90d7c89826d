/** The limits on the shape of JSON in a request. */
export interface JsonShapeLimits {
  /** The maximum nesting of a body. */
  readonly bodyDepth: number
  /** The maximum number of keys of one object in a body. */
  readonly bodyKeys: number
  /** The maximum number of objects and arrays in a body. Each takes the time of dozens of bytes. */
  readonly bodyObjects: number
}

/** The limits for JSON that isn't a body, and the defaults for bodies. */
export const defaultShapeLimits: JsonShapeLimits = { bodyDepth: 100, bodyKeys: 10_000, bodyObjects: 30_000 }
