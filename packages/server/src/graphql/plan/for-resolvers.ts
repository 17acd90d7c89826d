import type { Output, OutputObject } from '../../query/read-plan.js'

/** The keys of an object that resolvers stand at, beside the entry's own values; no field of GraphQL has such a name. */
export const resolverKeys = { answers: '$', type: '$type', state: '$state' } as const

/** A field that isn't the database's to answer. */
export const answeredElsewhere: Output = { kind: 'text', text: 'null' }

/** The object in the form that resolvers are given it: what was asked for apart, so that no alias hides a value's name. */
export function forResolvers(typeName: string, members: OutputObject): OutputObject {
  return [
    { key: resolverKeys.type, value: { kind: 'text', text: JSON.stringify(typeName) } },
    { key: resolverKeys.answers, value: { kind: 'object', members, absorbs: false } },
  ]
}
