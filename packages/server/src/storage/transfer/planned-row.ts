import type { Schema } from '@content-api/model'
import type { Stored } from '../../attributes/scalar-behaviour.js'

/** A row to insert, by the names of its attributes. */
export interface PlannedRow {
  readonly schema: Schema
  /** Null where the id is left open. */
  readonly id: number | null
  /** On types with locales, the id of the entry's first localization; null on others, and with an open id that one itself. */
  readonly group: number | null
  readonly scalars: Readonly<Record<string, Stored>>
  /** Relations and media that the row owns. */
  readonly links: readonly PlannedLink[]
  readonly components: readonly PlannedComponent[]
}

export interface PlannedLink {
  readonly name: string
  /** In their order; one for a to-one link. */
  readonly targets: readonly LinkedRow[]
}

export interface LinkedRow {
  readonly schema: Schema
  readonly id: number
  /** The position of the planned row in the target's list; null for its end. */
  readonly order: number | null
}

export interface PlannedComponent {
  readonly field: string
  /** From 1. */
  readonly position: number
  readonly row: PlannedRow
}
