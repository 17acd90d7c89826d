import { getOrCreate } from '@content-api/engine/on-demand'
import { isScalar, type ScalarAttribute, type Schema } from '@content-api/model'
import { invalidParameter } from '../errors/invalid-parameter.js'
import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'
import type { OutputMember } from '@content-api/engine/plan'
import { isHidden, usableAttribute, usableNames } from './usable-attributes.js'

/**
 * Parses `fields` (specification §4.3): one name, or an array of names in the order of the response. `*` and
 * an absent value select all scalar attributes in the order of the schema. The result never contains `id`,
 * because responses always have it.
 *
 * @throws ApiError ValidationError for names that aren't scalar attributes or that the caller may not read,
 * and for other values
 */
export function parseFields(schema: Schema, raw: unknown, context: PlanContext): readonly OutputMember[] {
  if (raw === undefined || raw === null || raw === '*') return everyField(schema, context)
  const names: unknown = typeof raw === 'string' && raw !== '' ? [raw] : raw
  if (!Array.isArray(names)) throw noNames()
  const selected = new Map<string, OutputMember>()
  let every = false
  for (const name of names) {
    if (name === '*') every = true
    else if (typeof name !== 'string') throw malformedParameter('fields', 'must be an array of names')
    else if (name.trim() === '') throw noNames()
    else if (name.trim() !== 'id') selected.set(name.trim(), field(schema, name.trim(), context))
  }
  return every ? everyField(schema, context) : [...selected.values()]
}

const noNames = () => malformedParameter('fields', 'must be * or names, as in fields[0]=name')

function field(schema: Schema, name: string, context: PlanContext): OutputMember {
  const attribute = usableAttribute(schema, name, context)
  if (attribute && isScalar(attribute)) return fieldMember(name, attribute)
  if (attribute) throw malformedParameter(name, `is of type ${attribute.type}; use populate instead of fields`)
  if (name.includes(',')) {
    const list = name.split(',').map((part, index) => `fields[${index}]=${part.trim()}`)
    throw malformedParameter(name, `is not a name; write ${list.slice(0, 3).join('&')}`)
  }
  throw invalidParameter(name, usableNames(schema, context, isScalar))
}

/** Returns the member for an attribute, with its own name as key and its REST value. */
export function fieldMember(name: string, attribute: ScalarAttribute): OutputMember {
  return { key: name, value: { kind: 'field', name, attribute, form: 'plain', required: null } }
}

/** Cached per schema, because the fields that `*` selects are the same for all clients, and for all project code. */
const fieldsOfClients = new WeakMap<Schema, readonly OutputMember[]>()
const fieldsOfProject = new WeakMap<Schema, readonly OutputMember[]>()

function everyField(schema: Schema, context: PlanContext): readonly OutputMember[] {
  return getOrCreate(context.revealsPrivate ? fieldsOfProject : fieldsOfClients, schema, () =>
    Object.entries(schema.attributes).flatMap(([name, attribute]) =>
      isScalar(attribute) && name !== 'id' && !isHidden(attribute, context) ? [fieldMember(name, attribute)] : [],
    ),
  )
}
