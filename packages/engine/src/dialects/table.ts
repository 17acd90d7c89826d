import type { StorageKind } from '../attributes/scalar-behaviour.js'

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly indexes: readonly TableIndex[]
}

export interface Column {
  readonly name: string
  /**
   * `id`: autoincrement primary key; `reference`: id of a row in another table; `position`: position in an
   * ordered list.
   */
  readonly kind: StorageKind | 'id' | 'reference' | 'position'
  readonly references?: { readonly table: string; readonly onDelete: 'CASCADE' | 'SET NULL' }
  readonly notNull?: boolean
}

export interface TableIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
}
