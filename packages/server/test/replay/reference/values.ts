import { type ScalarAttribute, type Schema, isScalar } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'

/** Returns the value of an attribute as in REST. */
export function shownValue(row: Row, name: string, attribute: ScalarAttribute): unknown {
  const stored = row[name] ?? null
  if (stored === null) return null
  switch (attribute.type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return Number(stored)
    case 'boolean':
      return stored === true || stored === 1
    case 'json':
    case 'blocks':
    case 'array':
      return JSON.parse(String(stored))
    case 'datetime':
      return new Date(String(stored)).toISOString()
    default:
      return String(stored)
  }
}

/** Returns the visible scalar attributes in `fields`; all of them if it is missing, empty or contains `*`. */
export function shownNames(schema: Schema, fields: unknown): string[] {
  const requested = (Array.isArray(fields) ? fields : fields === undefined ? [] : [fields]).map(String)
  const shown = Object.entries(schema.attributes).flatMap(([name, attribute]) =>
    isScalar(attribute) && !attribute.private && attribute.type !== 'password' && name !== 'id' ? [name] : [],
  )
  if (requested.length === 0 || requested.includes('*')) return shown
  return requested.filter((name) => shown.includes(name))
}
