import type { AttributeType } from '@content-api/model'

/** The longest print of a value in a message. */
const longest = 500

/** Returns the message for a value of another type, in the words of Strapi 5. */
export function typeProblem(name: string, kind: 'string' | 'number' | 'object' | 'array', value: unknown): string {
  return `${name} must be a \`${kind}\` type, but the final value was: \`${print(value)}\`.`
}

/** Returns the message for a list in the place of an object. */
export const castProblem = (name: string, value: unknown): string =>
  `${name} must be a \`object\` type, but the final value was: \`null\` (cast from the value \`${print(value)}\`).`

const printScalar = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value))

/** Prints a value in a message, in the form of Strapi 5. */
export function print(value: unknown): string {
  // The scalars in an object are printed as strings.
  const withQuotes = (_key: string, part: unknown) =>
    typeof part === 'object' && part !== null ? part : printScalar(part)
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value, withQuotes, 2) : printScalar(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Returns the JSON type that a required value of an attribute has. */
export function jsonTypeOf(type: AttributeType): string {
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'json':
    case 'component':
    case 'dynamiczone':
      return 'object'
    case 'blocks':
      return 'array'
    default:
      return 'string'
  }
}
