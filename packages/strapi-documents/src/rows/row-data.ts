import type { ContentType, Schema } from '@content-api/model'
import type { FieldWrite, Values } from '@content-api/engine/plan'
import type { LinkChange } from './links.js'
import type { Cell } from './row.js'
import type { ComponentList } from './schema-links.js'

/** The checked values of one row: an entry or a component. Attributes that are absent keep their values. */
export interface RowData {
  readonly schema: Schema
  /** The values as they were sent. */
  readonly values: Values
  readonly fields: readonly FieldWrite[]
  readonly relations: readonly LinkChange[]
  readonly files: readonly LinkChange[]
  readonly morphs: readonly MorphChange[]
  readonly components: readonly ComponentsChange[]
}

/** Returns the data of a row that doesn't change. */
export const emptyRow = (schema: Schema): RowData => ({
  schema,
  values: {},
  fields: [],
  relations: [],
  files: [],
  morphs: [],
  components: [],
})

/** The new list of a relation to entries of any type. */
export interface MorphChange {
  readonly name: string
  readonly set: readonly { readonly type: ContentType; readonly id: number }[]
}

/** The new list of a component attribute or a zone. */
export interface ComponentsChange {
  readonly name: string
  readonly items: readonly ComponentData[]
}

export interface ComponentData {
  /** The component of the row that is changed; null for a new one. */
  readonly id: number | null
  readonly row: RowData
}

/** The system values of a row as hooks get them, and their columns. */
export interface SystemData {
  readonly shown: Values
  /** Returns the columns. @param times the times that a hook has set */
  readonly cells: (times: Readonly<Record<string, string>>) => readonly Cell[]
}

/** The written components of an attribute or a zone, which aren't linked with their owner yet. */
export interface WrittenComponents {
  readonly list: ComponentList
  readonly items: readonly { readonly uid: string; readonly id: number }[]
  /** Whether the owner has links to earlier components of the list. */
  readonly replaces: boolean
}

/** For rows that no system values belong to. */
export const noSystemData: SystemData = { shown: {}, cells: () => [] }
