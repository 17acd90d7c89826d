import { isRecord, type Registry } from '@content-api/model'
import { defaultFieldResolver, type GraphQLSchema, isNonNullType, isObjectType } from 'graphql'
import {
  entryOf,
  hasMarks,
  type JsonText,
  type Output,
  type OutputObject,
  parseMarks,
  parseText,
} from '@content-api/engine/plan'
import { incompleteEntry } from '@content-api/interfaces/graphql/errors'
import { fits } from '@content-api/interfaces/graphql/execute/complete-output'
import { typeName } from '@content-api/interfaces/graphql/naming'
import type { Resolver } from '@content-api/interfaces/graphql/contracts'

/**
 * Parses the JSON text of the database for resolvers. Forbidden values become Error objects, which graphql-js
 * reports. `reportIncompleteEntries` handles nulls in non-nullable fields.
 */
export function hydrateOutput(text: JsonText, output: Output): unknown {
  return hasMarks(text) ? hydrate(parseMarks(text), output) : parseText(text)
}

function hydrateObject(value: unknown, members: OutputObject): unknown {
  if (!isRecord(value)) return value
  const lacking: Record<string, string> = {}
  const hydrated = members.map(({ key, value: output }) => {
    const entry = entryOf(value[key])
    if (entry === null) return [key, hydrate(value[key], output)]
    lacking[key] = entry
    return [key, null]
  })
  const row: object = Object.fromEntries(hydrated)
  return Object.keys(lacking).length > 0 ? Object.assign(row, { [missing]: lacking }) : row
}

function hydrate(value: unknown, output: Output): unknown {
  const one = (item: unknown): unknown => {
    if (output.kind === 'rejected') return output.error
    if ('members' in output) return hydrateObject(item, output.members)
    if (output.kind !== 'zone' && output.kind !== 'morph' && output.kind !== 'usedBy') return item
    const candidates = output.kind === 'zone' ? output.items : output.targets
    const candidate = candidates.find(({ members }) => fits(item, members))
    return candidate ? hydrateObject(item, candidate.members) : item
  }
  return Array.isArray(value) && output.kind !== 'field' ? value.map(one) : one(value)
}

/**
 * The property of a row with the entries that lack a value, by the name of the attribute. Copies of the row
 * keep it.
 */
const missing = Symbol('missing')

/**
 * Lets graphql-js report an entry that lacks a required value by an error that names it. The resolvers of an
 * extension must already be in the schema.
 */
export function reportIncompleteEntries(schema: GraphQLSchema, registry: Registry): void {
  for (const of of [...registry.contentTypes.values(), ...registry.components.values()]) {
    const type = schema.getType(typeName(of))
    if (!isObjectType(type)) continue
    const fields = type.getFields()
    for (const [name, { required }] of Object.entries(of.attributes)) {
      const field = required ? fields[name] : undefined
      if (field && isNonNullType(field.type)) {
        field.resolve = orIncomplete(field.resolve ?? defaultFieldResolver, `${type.name}.${name}`, of.uid)
      }
    }
  }
}

/** Throws an error if the entry itself lacks the value that the resolver returns. */
function orIncomplete(resolve: Resolver, path: string, uid: string): Resolver {
  return (source, args, context, info) => {
    const check = (value: unknown): unknown => {
      if (value !== null && value !== undefined) return value
      const row = isRecord(source) ? source : {}
      if ((row[info.fieldName] ?? null) !== null) return value
      const { [missing]: entries } = row as { readonly [missing]?: Readonly<Record<string, string>> }
      throw incompleteEntry(path, entries?.[info.fieldName] ?? nameOf(uid, row['id']))
    }
    const value: unknown = resolve(source, args, context, info)
    return value instanceof Promise ? value.then(check) : check(value)
  }
}

const nameOf = (uid: string, id: unknown): string =>
  typeof id === 'number' || typeof id === 'string' ? `${uid} ${id}` : uid
