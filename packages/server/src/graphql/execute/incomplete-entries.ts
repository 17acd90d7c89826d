import { isRecord, type Registry } from '@content-api/model'
import { defaultFieldResolver, type GraphQLSchema, isNonNullType, isObjectType } from 'graphql'
import { incompleteEntry } from '../errors.js'
import { typeName } from '../naming.js'
import type { Resolver } from '../service.js'

/**
 * The property of a row with the entries that lack a value, by the name of the attribute. Copies of the row
 * keep it.
 */
const missing = Symbol('missing')

/** Adds to a row which entries lack a value. */
export function withMissing(row: object, entries: Readonly<Record<string, string>>): object {
  return Object.assign(row, { [missing]: entries })
}

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
      throw incompleteEntry(path, missingEntry(row, info.fieldName) ?? nameOf(uid, row['id']))
    }
    const value: unknown = resolve(source, args, context, info)
    return value instanceof Promise ? value.then(check) : check(value)
  }
}

const nameOf = (uid: string, id: unknown): string =>
  typeof id === 'number' || typeof id === 'string' ? `${uid} ${id}` : uid

function missingEntry(row: object, name: string): string | null {
  return (row as { readonly [missing]?: Readonly<Record<string, string>> })[missing]?.[name] ?? null
}
