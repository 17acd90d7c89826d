import { type Attribute, isRecord } from '@content-api/model'

/**
 * Returns whether an attribute is visible beside other values: `conditions.visible` is an expression of JSON
 * logic, in which `{ "var": "mode" }` stands for a value of the same row. An expression that isn't known here
 * is true, so that a required value is never missed.
 */
export function isVisible({ conditions }: Attribute, values: Readonly<Record<string, unknown>>): boolean {
  const visible: unknown =
    conditions === undefined ? undefined : (conditions as Readonly<Record<string, unknown>>)['visible']
  return visible === undefined || Boolean(evaluate(visible, values))
}

/** JSON logic compares as JavaScript's `==` does, which matters for numbers in texts. */
const isEqual = (left: unknown, right: unknown): boolean => printed(left) === printed(right)

const printed = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify((typeof value === 'boolean' ? Number(value) : value) ?? null)

const operators: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '==': isEqual,
  '===': (left, right) => left === right,
  '!=': (left, right) => !isEqual(left, right),
  '!==': (left, right) => left !== right,
  '>': (left, right) => Number(left) > Number(right),
  '>=': (left, right) => Number(left) >= Number(right),
  '<': (left, right) => Number(left) < Number(right),
  '<=': (left, right) => Number(left) <= Number(right),
}

function evaluate(expression: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(expression)) return expression
  const [name = '', raw] = Object.entries(expression)[0] ?? []
  const list = Array.isArray(raw) ? (raw as readonly unknown[]) : [raw]
  if (name === 'var') return values[String(list[0])] ?? null
  const parts = list.map((part) => evaluate(part, values))
  if (name === 'and') return parts.every(Boolean)
  if (name === 'or') return parts.some(Boolean)
  if (name === '!') return !parts[0]
  return operators[name]?.(parts[0], parts[1]) ?? true
}
