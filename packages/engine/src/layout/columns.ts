import { quote } from './names.js'
import type { ColumnKind } from './value-formats.js'

/** The column of the id, in every table of every layout. */
export const idColumn = 'id'

/** `idColumn`, quoted for SQL. */
export const rowId = quote(idColumn)

/** The columns of component rows that store the owner and the position there. */
export interface OwnerColumns {
  readonly type: string
  readonly id: string
  readonly field: string
  readonly position: string
}

export const ownerColumns: OwnerColumns = {
  type: 'owner_type',
  id: 'owner_id',
  field: 'owner_field',
  position: 'position',
}

/** The columns of entries that follow from options of their type, and that no attribute of a project has. */
export interface EntryColumns {
  readonly createdAt: string
  /** Null in drafts. */
  readonly publishedAt: string
  readonly locale: string
  /** The id of an entry's first localization. All localizations of the entry have the same value. */
  readonly group: string
}

export const entryColumns: EntryColumns = {
  createdAt: 'createdAt',
  publishedAt: 'publishedAt',
  locale: 'locale',
  group: 'localization_group',
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly indexes: readonly TableIndex[]
}

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
  readonly references?: { readonly table: string; readonly onDelete: 'CASCADE' | 'SET NULL' }
  readonly notNull?: boolean
}

export interface TableIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
}
