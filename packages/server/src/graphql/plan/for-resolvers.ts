import type { Output, OutputObject, PublicationState } from '../../query/read-plan.js'

/** The keys of a row that resolvers are given: its values by their names, and what is known of it. */
export const rowKeys = { type: 'type', state: 'state', values: 'values', links: 'links' } as const

/** A field that isn't the database's to answer. */
export const resolvedElsewhere: Output = { kind: 'text', text: 'null' }

export interface RowParts {
  /** Of its type in GraphQL. */
  readonly typeName: string
  /** Of what it leads to. */
  readonly publicationState: PublicationState
  /** By the names of attributes. */
  readonly values: OutputObject
  /** Relations, media, components and zones, by the keys that lead to them from the field that answers the row. */
  readonly links: OutputObject
}

/**
 * A row in the form that resolvers are given it. Values are there once and by name, so that code finds them whatever the
 * operation calls them; what it leads to stands apart, since only the field that asked for it can say what it is.
 */
export function rowForResolvers({ typeName, publicationState, values, links }: RowParts): OutputObject {
  return [
    { key: rowKeys.type, value: text(typeName) },
    { key: rowKeys.state, value: text(publicationState) },
    // Apart, to be handed over as they come: making an object of some members of another takes as long as reading it.
    { key: rowKeys.values, value: { kind: 'object', members: values, absorbs: false } },
    { key: rowKeys.links, value: { kind: 'object', members: links, absorbs: false } },
  ]
}

const text = (value: string): Output => ({ kind: 'text', text: JSON.stringify(value) })
