import type { Schema } from '@content-api/model'
import type { Stored } from '../../attributes/scalar-behaviour.js'

/** One row as it will be inserted: its own columns, and what it points at. */
export interface PlannedRow {
  readonly schema: Schema
  /** Of components without one, given later. */
  readonly id: number | null
  readonly columns: Readonly<Record<string, Stored>>
  readonly references: readonly Reference[]
  readonly links: readonly PlannedLinks[]
  readonly components: readonly PlannedComponent[]
}

/** A foreign key in the row. */
export interface Reference {
  readonly name: string
  readonly column: string
  /** The column with the row's place in the target's list, where the target keeps one. */
  readonly orderColumn: string | null
  readonly target: Schema
  readonly id: number
  readonly order: number | null
}

/** The rows of one link table that belong to the row, in their order. */
export interface PlannedLinks {
  readonly name: string
  readonly table: string
  readonly sourceColumn: string
  readonly targetColumn: string
  readonly orderColumn: string
  /** The column with the row's place in the target's list, where the target keeps one. */
  readonly inverseOrderColumn: string | null
  /** The column that names the target's type, in polymorphic links. */
  readonly typeColumn: string | null
  readonly targets: readonly { readonly schema: Schema; readonly id: number; readonly order: number | null }[]
}

export interface PlannedComponent {
  readonly field: string
  /** From 1. */
  readonly position: number
  readonly row: PlannedRow
}
