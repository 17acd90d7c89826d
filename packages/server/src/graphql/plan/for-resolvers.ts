import type { Output, OutputObject, PublicationState } from '@content-api/engine/plan'

/** The keys of a row that is read for resolvers. */
export const rowKeys = { type: 'type', state: 'state', values: 'values', links: 'links' } as const

/** The output of a field that isn't read from the database: null, which a resolver replaces. */
export const resolvedElsewhere: Output = { kind: 'text', text: 'null' }

export interface RowParts {
  /** The name of the row's GraphQL type. */
  readonly typeName: string
  /** The publication state of linked entries. */
  readonly publicationState: PublicationState
  /** Values by the names of their attributes. */
  readonly values: OutputObject
  /** Relations, media, components and zones, by the path of response keys from the row's field to them. */
  readonly links: OutputObject
}

/**
 * Returns the output of a row for resolvers. It contains each value once, by the name of its attribute, so
 * that code finds it even if the operation uses aliases. Links are separate, since they depend on the
 * arguments and the selection of their field.
 */
export function rowForResolvers({ typeName, publicationState, values, links }: RowParts): OutputObject {
  return [
    { key: rowKeys.type, value: text(typeName) },
    { key: rowKeys.state, value: text(publicationState) },
    // A separate object can be passed to resolvers as it is. Copying some members of an object takes as long
    // as reading it.
    { key: rowKeys.values, value: { kind: 'object', members: values, absorbs: false } },
    { key: rowKeys.links, value: { kind: 'object', members: links, absorbs: false } },
  ]
}

const text = (value: string): Output => ({ kind: 'text', text: JSON.stringify(value) })
