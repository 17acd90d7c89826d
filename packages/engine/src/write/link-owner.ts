import type { Schema } from '@content-api/model'

/** The row whose links are written. */
export interface LinkOwner {
  readonly schema: Schema
  readonly id: number
  /** Whether the row is new and has no links yet. */
  readonly fresh: boolean
}
