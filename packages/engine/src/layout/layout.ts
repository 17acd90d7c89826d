import type { ContentType, Registry } from '@content-api/model'
import type { OwnerColumns, Table } from './columns.js'
import type { ValueFormats } from './value-formats.js'

/**
 * Where content lives: the names of tables, columns and links, and the formats of values. Reads need nothing
 * else, so another application's tables can have a layout too.
 */
export interface Layout {
  readonly formats: ValueFormats
  /** Whether indexes have the database's own order of NULLs. By default, NULLs are the smallest values. */
  readonly hasDefaultNullOrder?: boolean
  schema(uid: string): SchemaLayout
}

/** A layout whose tables this server writes, with their columns and indexes. */
export interface WritableLayout extends Layout {
  readonly tables: readonly Table[]
}

/** The table of a content type or component. Its rows have the column `idColumn`. */
export interface SchemaLayout {
  readonly table: string
  /** The column of a scalar attribute, `id` included. */
  column(name: string): string
  link(name: string): LinkLayout
  /** The column of the version of entries; absent in components and in tables of other applications. */
  readonly version?: string
  /** Whether an index starts with the column of this attribute, which a content type has. */
  startsIndex(name: 'locale' | 'publishedAt'): boolean
  /** The index with all columns that an index may contain; absent if reading it isn't faster than reading rows. */
  readonly shortColumns?: string
}

/** How a link is stored: by columns, a link table, or rows that name their owner. */
export type LinkLayout =
  /**
   * The owning side of a to-one link: a foreign key in the row. `order` is the column of the row's position
   * in the target's list.
   */
  | { readonly kind: 'column'; readonly column: string; readonly order: string | null; readonly exclusive: boolean }
  /** The inverse side of `column`. */
  | { readonly kind: 'inverse'; readonly table: string; readonly column: string; readonly order: string | null }
  /**
   * A link table, seen from one of its sides. `order` is the column of the position in this side's list,
   * `inverseOrder` is the column of the position in the other side's list.
   */
  | {
      readonly kind: 'join'
      readonly table: string
      readonly source: string
      readonly target: string
      /** Null if the links of this side have no positions. */
      readonly order: string | null
      readonly inverseOrder: string | null
      /** The values that the rows of this link have, by column, if other links use the table too. */
      readonly only?: Readonly<Record<string, string>>
      /** The column with the uid of the target, if each row has a target of its own type. */
      readonly targetType?: string
      /**
       * The column that sorts rows with the same position or without one: positions may repeat, and a to-one
       * link may have several rows, of which the first counts. Absent if neither can happen.
       */
      readonly tie?: string
      /**
       * True for a to-one link of entries that have several linked rows: in Strapi 5, an entry of a type
       * without drafts is linked to a draft and to its published version.
       */
      readonly hasVersions?: boolean
      /** True if rows without a position are the last of a list; by default they are the first. */
      readonly unplacedLast?: boolean
    }
  /** A reference to a row of any type. */
  | { readonly kind: 'morph'; readonly id: string; readonly type: string }
  | {
      readonly kind: 'morphJoin'
      readonly table: string
      readonly source: string
      readonly target: string
      readonly type: string
      readonly order: string
    }
  /** The inverse of a morph link: the rows of `owner` that refer to this type. */
  | { readonly kind: 'inverseMorph'; readonly owner: string; readonly through: string }
  /** Component rows store their owner in these columns. */
  | { readonly kind: 'owned'; readonly columns: OwnerColumns }
  /** The other localizations of an entry: the rows with the same value of `group`. */
  | { readonly kind: 'siblings'; readonly group: string }

/** Returns the content type whose entries a table stores. */
export function typeOfTable(
  { registry, layout }: { readonly registry: Registry; readonly layout: Layout },
  table: string,
): ContentType | undefined {
  return [...registry.contentTypes.values()].find(({ uid }) => layout.schema(uid).table === table)
}
