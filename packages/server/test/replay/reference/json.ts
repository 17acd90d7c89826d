import type { Attribute } from '@content-api/model'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../request-target.js'

/** Whether a JSON value equals an object or array of a query string, or the one whose JSON text an operand is. */
export function equalsJson(value: unknown, operand: unknown): boolean {
  if (typeof operand === 'string') return isHolder(value) && isDeepStrictEqual(value, parsed(operand))
  return isHolder(operand) && isSame(value, operand)
}

export const isJson = ({ type }: Attribute): boolean => type === 'json' || type === 'blocks' || type === 'array'

/** Whether an operator compares JSON with objects and arrays. */
export const isEquality = (operator: string): boolean => ['$eq', '$ne', '$in', '$notIn'].includes(operator)

export const isHolder = (value: unknown): value is object => Array.isArray(value) || isRecord(value)

/** A query string has no types: a string in it equals the string, and the value that JSON writes like it. */
function isSame(value: unknown, operand: unknown): boolean {
  if (typeof operand === 'string') return value === operand || (!isHolder(value) && JSON.stringify(value) === operand)
  if (!isHolder(operand) || !isHolder(value)) return value === operand
  if (Array.isArray(value) !== Array.isArray(operand)) return false
  const [one, other] = [new Map(Object.entries(value)), new Map(Object.entries(operand))]
  return one.size === other.size && [...one].every(([key, item]) => other.has(key) && isSame(item, other.get(key)))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
