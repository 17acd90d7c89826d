import { isScalar, type ScalarAttribute, type Schema } from '@content-api/model'
import { invalidParameter } from '../errors/invalid-parameter.js'
import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'
import type { OutputMember } from './read-plan.js'
import { isConcealed, usableAttribute, usableNames } from './usable-attributes.js'

/**
 * Reads a field selection (specification §4.3): `*` or nothing for every scalar attribute in the order of the schema, one
 * name, or an array of names in the order of the answer. `id` is always answered and so never part of it.
 *
 * @throws ApiError ValidationError naming what is no scalar attribute of this caller's
 */
export function parseFields(schema: Schema, raw: unknown, context: PlanContext): readonly OutputMember[] {
  if (raw === undefined || raw === null || raw === '*') return everyField(schema)
  const names: unknown = typeof raw === 'string' && raw !== '' ? [raw] : raw
  if (!Array.isArray(names)) throw malformedParameter('fields', 'must be * or names, as in fields[0]=name')
  const selected = new Map<string, OutputMember>()
  let every = false
  for (const name of names) {
    if (name === '*') every = true
    else if (typeof name !== 'string') throw malformedParameter('fields', 'must be an array of names')
    else if (name.trim() !== 'id') selected.set(name.trim(), field(schema, name.trim(), context))
  }
  return every ? everyField(schema) : [...selected.values()]
}

function field(schema: Schema, name: string, context: PlanContext): OutputMember {
  const attribute = usableAttribute(schema, name, context)
  if (attribute && isScalar(attribute)) return fieldMember(name, attribute)
  if (attribute)
    throw malformedParameter(name, `is of type ${attribute.type}, which populate asks for in place of fields`)
  if (name.includes(',')) {
    const list = name.split(',').map((part, index) => `fields[${index}]=${part.trim()}`)
    throw malformedParameter(name, `is no name; write ${list.slice(0, 3).join('&')}`)
  }
  throw invalidParameter(name, usableNames(schema, context, isScalar))
}

/** The value of an attribute under its own name, as REST writes it. */
export function fieldMember(name: string, attribute: ScalarAttribute): OutputMember {
  return { key: name, value: { kind: 'field', name, attribute, form: 'plain', required: null } }
}

/** What doesn't depend on the caller is found once per schema. */
const everyFieldOf = new WeakMap<Schema, readonly OutputMember[]>()

function everyField(schema: Schema): readonly OutputMember[] {
  const known = everyFieldOf.get(schema)
  if (known) return known
  const fields: OutputMember[] = []
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (isScalar(attribute) && name !== 'id' && !isConcealed(attribute)) fields.push(fieldMember(name, attribute))
  }
  everyFieldOf.set(schema, fields)
  return fields
}
