/** Maximum items of one array of relations or files in a body. It bounds the work of ordering a relation. */
export const maximumRelationItems = 5_000

/** Maximum items of a repeatable component or dynamic zone without its own `max`. */
export const maximumComponentItems = 500

/** Maximum nesting of components in components. In practice, only components that contain themselves reach it. */
export const maximumComponentDepth = 20

/** Maximum characters of a string that is matched against a `regex`, if no other limit is smaller. */
export const maximumMatchedText = 10_000
