import type { Schema } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { HookModel } from '@content-api/core/entries/hooks/hook'
import {
  type HookScope,
  isHooked,
  type RunningHooks,
  startHooks,
  type WriteKind,
} from '@content-api/core/entries/hooks/run-hooks'
import type { Transaction } from './row.js'
import type { RowData } from './row-data.js'

/** How rows are written: in a transaction, with the hooks of their tables. */
export interface RowWrites {
  readonly tx: Transaction
  /** Null if there are no hooks at all. */
  readonly hooks: RowHooks | null
  /** Checks values that a hook has changed, and plans their write. @throws ApiError ValidationError */
  readonly replan: (schema: Schema, values: Values) => Promise<RowData>
}

/** The hooks of a row that is written. */
export interface RowHooks {
  /**
   * Begins the write of one row.
   * @param id null for a create
   * @returns null if no hook wants it
   */
  start(tx: Transaction, schema: Schema, write: StartedWrite): Promise<RunningHooks | null>
}

interface StartedWrite {
  readonly kind: WriteKind
  readonly id: number | null
  /** Returns the data for the hooks; absent for a delete. */
  readonly data?: () => Values | Promise<Values>
}

/** Returns the hooks of a scope, which run for a caller. */
export function rowHooks(scope: HookScope, caller: Caller): RowHooks {
  return {
    async start(tx, schema, { kind, id, data }) {
      const type = modelOf(schema)
      if (!isHooked(scope, type, kind)) return null
      return startHooks(scope, { kind, type, caller, id, ...(data && { data: await data() }) }, tx)
    },
  }
}

/** Components have a singular name in hooks: the one after their category. */
function modelOf(schema: Schema): HookModel {
  return schema.model === 'contentType' ? schema : { ...schema, singularName: schema.uid.split('.').at(-1) as string }
}
