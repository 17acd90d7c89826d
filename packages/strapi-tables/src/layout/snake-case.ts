/**
 * The words of a name in ASCII letters and digits, as lodash finds them: `address2` has two, `2nd` is one,
 * and the last capital of `HTMLText` begins the second.
 */
// Bounded input: names in schema files.
const word =
  /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[A-Z]+|\d*(?:1ST|2ND|3RD|(?![123])\dTH)(?=\b|[a-z_])|\d*(?:1st|2nd|3rd|(?![123])\dth)(?=\b|[A-Z_])|\d+/g

/** Returns a name as lodash's `snakeCase` does, by which Strapi names columns and link tables. */
export function snakeCase(name: string): string {
  return (name.match(word) ?? []).join('_').toLowerCase()
}
