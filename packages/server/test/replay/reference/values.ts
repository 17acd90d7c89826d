import { type ScalarAttribute, type Schema, isScalar } from '@content-api/model'
import type { Row } from '../../../src/storage/database.js'

/** The value of an attribute as REST answers it. */
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

/** The names that `fields` asks for, all of them unless it names some; null for a form that is not understood here. */
export function shownNames(schema: Schema, fields: unknown): string[] {
  const asked = (Array.isArray(fields) ? fields : fields === undefined ? [] : [fields]).map(String)
  const shown = Object.entries(schema.attributes).flatMap(([name, attribute]) =>
    isScalar(attribute) && !attribute.private && attribute.type !== 'password' && name !== 'id' ? [name] : [],
  )
  if (asked.length === 0 || asked.includes('*')) return shown
  return asked.filter((name) => shown.includes(name))
}
