import { isScalar, type Registry, type Schema } from '@content-api/model'
import type { Layout, LinkLayout, SchemaLayout } from './layout.js'

/** Returns whether a caller may see a schema or an attribute. */
export interface Visibility {
  readonly schema: (schema: Schema) => boolean
  readonly attribute: (schema: Schema, name: string) => boolean
}

/**
 * Returns the names of tables, columns, attributes and types that the caller may not see. A name that also
 * belongs to something visible is left out. Attribute and type names are included because tables of
 * components and polymorphic links store them as values.
 */
export function hiddenNames(
  { registry, layout }: { readonly registry: Registry; readonly layout: Layout },
  visibility: Visibility,
): Set<string> {
  const hidden = new Set<string>()
  const seen = new Set<string>(['id'])
  const schemas: readonly Schema[] = [...registry.contentTypes.values(), ...registry.components.values()]
  for (const schema of schemas) {
    const own = layout.schema(schema.uid)
    const isSeen = visibility.schema(schema)
    for (const one of [own.table, schema.uid]) (isSeen ? seen : hidden).add(one)
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      const names = isScalar(attribute) ? [own.column(name)] : namesOfLink(own, name)
      const into = isSeen && visibility.attribute(schema, name) ? seen : hidden
      for (const one of [name, ...names]) into.add(one)
    }
  }
  for (const name of seen) hidden.delete(name)
  return hidden
}

function namesOfLink(layout: SchemaLayout, name: string): readonly string[] {
  const link: LinkLayout = layout.link(name)
  if (link.kind === 'column') return link.order === null ? [link.column] : [link.column, link.order]
  if (link.kind === 'join' || link.kind === 'morphJoin') return [link.table]
  return link.kind === 'morph' ? [link.id, link.type] : []
}

/** Returns the quoted identifiers of a statement. */
export function namesIn(sql: string): readonly string[] {
  return [...sql.matchAll(/"((?:[^"]|"")+)"/g)].map(([, name = '']) => name.replaceAll('""', '"'))
}
