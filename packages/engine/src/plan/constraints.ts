import type { ComponentAttribute, DynamicZoneAttribute, ScalarAttribute, Schema } from '@content-api/model'
import { isIndexed, maximumIndexedText } from '../attributes/text.js'
import { matcherOf } from '../attributes/patterns.js'
import type { Stored } from '../attributes/scalar-behaviour.js'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import { type BodyIssues, displayName, type Path, tooFew } from './body-issues.js'

/** Maximum characters of a string that is matched against a `regex`, if no other limit is smaller. */
const maximumMatchedText = 10_000

/** Maximum items of a repeatable component or dynamic zone without its own `max`. */
const maximumComponentItems = 500

interface Constrained {
  readonly schema: Schema
  readonly name: string
  readonly attribute: ScalarAttribute
  readonly path: Path
}

/** Checks a value of the right type against the options of its attribute: `min`, `max`, lengths, `regex`. */
export function checkConstraints(value: Stored, constrained: Constrained, issues: BodyIssues): void {
  if (value === null) return
  const { attribute } = constrained
  if (typeof value === 'string' && scalarBehaviours[attribute.type].storage === 'text') {
    checkText(value, constrained, issues)
    return
  }
  const { min, max } = attribute
  const name = displayName(constrained.path)
  if (min !== undefined && compare(value, min) < 0) {
    issues.add(constrained.path, `${name} must be greater than or equal to ${min}`)
  }
  if (max !== undefined && compare(value, max) > 0) {
    issues.add(constrained.path, `${name} must be less than or equal to ${max}`)
  }
}

function checkText(value: string, constrained: Constrained, issues: BodyIssues): void {
  const { attribute, path } = constrained
  const name = displayName(path)
  if (attribute.minLength !== undefined && value.length < attribute.minLength) {
    issues.addIncomplete(path, `${name} must be at least ${attribute.minLength} characters`)
  }
  const limit = lengthLimit(constrained)
  // Strings over the limit aren't matched, because the limit keeps the matching time short.
  if (limit && value.length > limit.length) {
    issues.add(path, `${name} must be at most ${limit.length} characters${limit.reason}`)
    return
  }
  const { regex } = attribute
  const mayBeEmpty = value === '' && attribute.required !== true
  if (regex !== undefined && !mayBeEmpty && !matcherOf(regex)(value)) {
    // Bounded input: none, the expression is only printed.
    issues.add(path, `${name} must match the following: "${new RegExp(regex)}"`)
  }
}

function lengthLimit({ schema, name, attribute }: Constrained): { length: number; reason: string } | undefined {
  const bounds: { length: number; reason: string }[] = []
  if (attribute.maxLength !== undefined) bounds.push({ length: attribute.maxLength, reason: '' })
  if (isIndexed(schema, name)) bounds.push({ length: maximumIndexedText, reason: ', because it is indexed' })
  if (attribute.regex !== undefined) bounds.push({ length: maximumMatchedText, reason: ' to be matched' })
  return bounds.toSorted((a, b) => a.length - b.length)[0]
}

/** Compares a value with a bound. Integers in strings are compared exactly, even above the safe integers. */
function compare(value: Stored, bound: number | string): number {
  const exact = typeof value === 'string' && /^-?\d+$/.test(value) && /^-?\d+$/.test(String(bound))
  const [left, right] = exact ? [BigInt(value), BigInt(bound)] : [Number(value), Number(bound)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Checks the number of components against `min` and `max`. Returns false if there are too many to check each. */
export function checkCount(
  issues: BodyIssues,
  path: Path,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  count: number,
): boolean {
  const { max = maximumComponentItems } = attribute
  const few = tooFew(path, attribute, count)
  if (few) issues.add(few.path, few.message)
  if (count <= max) return true
  issues.add(path, `${displayName(path)} field must have less than or equal to ${max} items`)
  return false
}
