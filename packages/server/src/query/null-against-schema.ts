/**
 * Stands in a GraphQL answer's text where the schema promises a value and there is none. JSON has no such character outside
 * of strings, and escapes it inside, so that looking for it tells at once whether an answer can go out as it is.
 */
export const nullAgainstSchema = '\u0001'
