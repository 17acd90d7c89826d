/** Maximum ids in one array of `connect`, `disconnect` or `set`. It bounds the work of ordering a relation. */
export const maximumRelationItems = 5_000

/** Maximum items of a repeatable component or dynamic zone without its own `max`. */
export const maximumComponentItems = 500

/** Maximum nesting of components in components. Only components that contain themselves can reach it. */
export const maximumComponentDepth = 20

/** Maximum characters of a string that is matched against a `regex`, if the attribute has no smaller `maxLength`. */
export const maximumMatchedText = 10_000

/** Maximum problems reported for one body, so that the response can't be larger than the request. */
export const maximumIssues = 100
