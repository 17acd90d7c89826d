import { isScalar, type Schema } from '@content-api/model'
import type { Database } from './database.js'
import type { LinkLayout, SchemaLayout } from './layout.js'

/** What somebody may see. */
export interface Sight {
  readonly schema: (schema: Schema) => boolean
  readonly attribute: (schema: Schema, name: string) => boolean
}

/**
 * The names of tables, columns, attributes and types that stand only for what somebody may not see. Attributes and types are
 * values in the tables of components and polymorphic links.
 */
export function hiddenNames({ registry, layout }: Pick<Database, 'registry' | 'layout'>, sight: Sight): Set<string> {
  const hidden = new Set<string>()
  const seen = new Set<string>(['id'])
  const schemas: readonly Schema[] = [...registry.contentTypes.values(), ...registry.components.values()]
  for (const schema of schemas) {
    const own = layout.schema(schema.uid)
    const isSeen = sight.schema(schema)
    for (const one of [own.table, schema.uid]) (isSeen ? seen : hidden).add(one)
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      const names = isScalar(attribute) ? [own.column(name)] : namesOfLink(own, name)
      const into = isSeen && sight.attribute(schema, name) ? seen : hidden
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

/** The quoted identifiers of a statement. */
export function namesIn(sql: string): readonly string[] {
  return [...sql.matchAll(/"((?:[^"]|"")+)"/g)].map(([, name = '']) => name.replaceAll('""', '"'))
}
