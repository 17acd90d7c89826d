import type { ScalarAttribute } from '@content-api/model'
import type { DialectName } from '@content-api/engine/layout'
import { InvalidValue, matcherOf, scalarBehaviours, type Stored } from '@content-api/engine/attributes'
import { longestBcryptPassword } from '@content-api/core/secrets/password-hash'
import { HashedPassword } from './hash-passwords.js'
import { print, typeProblem } from './type-problem.js'

/**
 * How much of a row's values must be right: drafts may be incomplete, what is published must satisfy all
 * options of its attributes. Rows that project code writes without their document only need values of the right
 * types.
 */
export type Completeness = 'row' | 'draft' | 'complete'

/** A checked value, or what is wrong with it. `isBare`: the error has no details. */
export type CheckedField =
  | { readonly stored: Stored }
  | { readonly problem: string; readonly isBare?: boolean; readonly value?: unknown }

/** The longest text in a column that Strapi creates as `varchar(255)`. */
const longestText = 255
const shortTexts: ReadonlySet<ScalarAttribute['type']> = new Set(['string', 'email', 'enumeration', 'uid'])
const texts: ReadonlySet<ScalarAttribute['type']> = new Set([...shortTexts, 'text', 'richtext', 'password'])
const numbers: ReadonlySet<ScalarAttribute['type']> = new Set(['integer', 'float', 'decimal'])

/** The characters of a uid in Strapi 5. */
const uidForm = '^[A-Za-z0-9-_.~]*$'

/** Checks a value that isn't null, as Strapi 5.54 does. @param name the attribute in messages */
export function checkField(
  attribute: ScalarAttribute,
  value: unknown,
  name: string,
  completeness: Completeness,
): CheckedField {
  if (texts.has(attribute.type)) return checkText(attribute, value, name, completeness)
  if (numbers.has(attribute.type)) return checkNumber(attribute, value, name, completeness)
  if (attribute.type === 'biginteger') return checkLong(attribute, value, name)
  return parsed(attribute, value, name)
}

/**
 * Checks a string in a JSON attribute. Strapi 5 stores it as if it was the text of JSON: `"[1]"` becomes an
 * array. Other text stays a string in SQLite; PostgreSQL rejects it.
 */
export function checkJsonText(
  attribute: ScalarAttribute,
  text: string,
  name: string,
  dialect: DialectName,
): CheckedField {
  const inner = jsonOf(text)
  const checked = parsed(attribute, inner ?? text, name)
  if ('problem' in checked) return checked
  // SQLite stores the text of a number as a number.
  if (Math.abs(Number(text)) === Number.POSITIVE_INFINITY) return { problem: `${name} must be finite`, value: text }
  if (dialect === 'sqlite') return { stored: text }
  if (inner !== undefined) return checked
  return { problem: `${name} must be the text of JSON: Strapi 5 can't store other text in PostgreSQL`, value: text }
}

/** Returns the value of the text of JSON; undefined for other text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parsed(attribute: ScalarAttribute, value: unknown, name: string): CheckedField {
  const behaviour = scalarBehaviours[attribute.type]
  try {
    const stored = behaviour.parseLenient?.(value, attribute, name) ?? behaviour.parse(value, attribute, name)
    return { stored }
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    return { problem: error.message, isBare: error.withoutDetails, value }
  }
}

function checkText(attribute: ScalarAttribute, value: unknown, name: string, completeness: Completeness): CheckedField {
  if (value instanceof HashedPassword) return { stored: value.hash }
  if (typeof value !== 'string') {
    const problem = attribute.type === 'enumeration' ? enumProblem(attribute, name) : typeProblem(name, 'string', value)
    return { problem, value }
  }
  const problem = textProblem(attribute, value, name, completeness)
  return problem === null ? parsed({ ...attribute, type: 'text' }, value, name) : { problem, value }
}

function enumProblem({ enum: values = [] }: ScalarAttribute, name: string): string {
  // The empty value at the end stands for null, which every enumeration accepts.
  const names = [...values, ''].join(', ')
  return `${name} must be one of the following values: ${names}`
}

function textProblem(
  attribute: ScalarAttribute,
  value: string,
  name: string,
  completeness: Completeness,
): string | null {
  const { type, enum: values = [], required = false } = attribute
  if (type === 'enumeration') return values.includes(value) ? null : enumProblem(attribute, name)
  const longest = shortTexts.has(type) ? longestText : Number.POSITIVE_INFINITY
  const most = completeness === 'row' ? longest : (attribute.maxLength ?? longest)
  if (value.length > most) return `${name} must be at most ${most} characters`
  if (type === 'password' && Buffer.byteLength(value) > longestBcryptPassword) {
    return `${name} must be at most ${longestBcryptPassword} bytes`
  }
  if (completeness !== 'complete') return null
  if (type !== 'password' && attribute.minLength !== undefined && value.length < attribute.minLength) {
    return `${name} must be at least ${attribute.minLength} characters`
  }
  const form = attribute.regex ?? (type === 'uid' ? uidForm : undefined)
  if (form !== undefined && !(value === '' && !required) && !matcherOf(form)(value)) {
    // Bounded input: none, the expression is only printed.
    return `${name} must match the following: "${new RegExp(form)}"`
  }
  if (type === 'email' && value !== '' && 'problem' in parsed(attribute, value, name))
    return `${name} must be a valid email`
  return null
}

/** Returns a value as a number. Booleans, objects and lists are none. */
function numberIn(value: unknown): unknown {
  if (typeof value === 'string' && value.trim() !== '') return Number(value)
  return typeof value === 'boolean' || typeof value === 'object' ? Number.NaN : value
}

function checkNumber(
  attribute: ScalarAttribute,
  value: unknown,
  name: string,
  completeness: Completeness,
): CheckedField {
  const number = numberIn(value)
  if (typeof number !== 'number') return { problem: typeProblem(name, 'number', value), value }
  if (Number.isNaN(number))
    return {
      problem: `${name} must be a \`number\` type, but the final value was: \`NaN\` (cast from the value \`${print(value)}\`).`,
      value: null,
    }
  if (attribute.type === 'integer' && !Number.isInteger(number))
    return { problem: `${name} must be an integer`, value: number }
  return bounded(attribute, number, name, completeness) ?? parsed(attribute, number, name)
}

function bounded(
  { min, max }: ScalarAttribute,
  number: number,
  name: string,
  completeness: Completeness,
): CheckedField | null {
  if (completeness === 'complete' && min !== undefined && number < Number(min)) {
    return { problem: `${name} must be greater than or equal to ${min}`, value: number }
  }
  if (completeness !== 'row' && max !== undefined && number > Number(max))
    return { problem: `${name} must be less than or equal to ${max}`, value: number }
  return null
}

function checkLong(attribute: ScalarAttribute, value: unknown, name: string): CheckedField {
  const checked = parsed(attribute, value, name)
  return 'problem' in checked ? { problem: `${name} must be a valid integer`, value } : checked
}
