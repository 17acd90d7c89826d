import { isScalar, type Schema } from '@content-api/model'
import { invalidParameter } from '../errors/invalid-parameter.js'
import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'
import type { FieldSelection } from './read-plan.js'
import { isConcealed, usableAttribute, usableNames } from './usable-attributes.js'

/**
 * Reads a field selection (specification §4.3): `*` or nothing for every scalar attribute in the order of the schema, one
 * name, or an array of names in the order of the answer. `id` is always answered and so never part of it.
 *
 * @throws ApiError ValidationError naming what is no scalar attribute of this caller's
 */
export function parseFields(schema: Schema, raw: unknown, context: PlanContext): readonly FieldSelection[] {
  if (raw === undefined || raw === null || raw === '*') return everyField(schema)
  const names: unknown = typeof raw === 'string' && raw !== '' ? [raw] : raw
  if (!Array.isArray(names)) throw malformedParameter('fields', 'must be * or names, as in fields[0]=name')
  const selected = new Map<string, FieldSelection>()
  let every = false
  for (const name of names) {
    if (name === '*') every = true
    else if (typeof name !== 'string') throw malformedParameter('fields', 'must be an array of names')
    else if (name.trim() !== 'id') selected.set(name.trim(), field(schema, name.trim(), context))
  }
  return every ? everyField(schema) : [...selected.values()]
}

function field(schema: Schema, name: string, context: PlanContext): FieldSelection {
  const attribute = usableAttribute(schema, name, context)
  if (attribute && isScalar(attribute)) return { key: name, name, attribute }
  if (attribute)
    throw malformedParameter(name, `is of type ${attribute.type}, which populate asks for in place of fields`)
  if (name.includes(',')) {
    const list = name.split(',').map((part, index) => `fields[${index}]=${part.trim()}`)
    throw malformedParameter(name, `is no name; write ${list.slice(0, 3).join('&')}`)
  }
  throw invalidParameter(name, usableNames(schema, context, isScalar))
}

/** What doesn't depend on the caller is found once per schema. */
const everyFieldOf = new WeakMap<Schema, readonly FieldSelection[]>()

function everyField(schema: Schema): readonly FieldSelection[] {
  const known = everyFieldOf.get(schema)
  if (known) return known
  const fields: FieldSelection[] = []
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (isScalar(attribute) && name !== 'id' && !isConcealed(attribute)) fields.push({ key: name, name, attribute })
  }
  everyFieldOf.set(schema, fields)
  return fields
}
