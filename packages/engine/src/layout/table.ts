import type { ColumnKind } from './value-formats.js'

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
