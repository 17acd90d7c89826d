/** Ids in one array of `connect`, `disconnect` or `set`: what a request may make the server arrange. */
export const maximumRelationItems = 5_000

/** Items of one repeatable component or dynamic zone that states no `max` of its own. */
export const maximumComponentItems = 500

/** How deep components may stand in components; only a component that holds itself could go deeper. */
export const maximumComponentDepth = 20

/** The longest text that a `regex` without a `maxLength` is tried on. */
export const maximumMatchedText = 10_000

/** Problems told about one body, so that an answer can't be larger than what it answers. */
export const maximumIssues = 100
