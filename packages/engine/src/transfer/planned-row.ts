import type { Schema } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'

/** A row to insert, with its values by attribute name. */
export interface PlannedRow {
  readonly schema: Schema
  /** Null to assign the next free id. */
  readonly id: number | null
  /** The id of the entry's first localization. Null for that localization itself and for types without locales. */
  readonly group: number | null
  readonly scalars: Readonly<Record<string, Stored>>
  /** The relations and media that the row owns. */
  readonly links: readonly PlannedLink[]
  readonly components: readonly PlannedComponent[]
}

export interface PlannedLink {
  readonly name: string
  /** The targets in order; at most one for a to-one link. */
  readonly targets: readonly LinkedRow[]
}

export interface LinkedRow {
  readonly schema: Schema
  readonly id: number
  /** The position of the planned row in the target's list; null for the end. */
  readonly order: number | null
}

export interface PlannedComponent {
  readonly field: string
  /** Counted from 1. */
  readonly position: number
  readonly row: PlannedRow
}
