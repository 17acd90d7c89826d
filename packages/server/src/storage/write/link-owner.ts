import type { Schema } from '@content-api/model'

/** The row whose links are written. */
export interface LinkOwner {
  readonly schema: Schema
  readonly id: number
  /** The row is new: it has no links yet. */
  readonly fresh: boolean
}
