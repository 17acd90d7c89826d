import type {
  Component,
  ComponentAttribute,
  ContentType,
  DynamicZoneAttribute,
  MediaAttribute,
  RelationAttribute,
  ScalarAttribute,
  Schema,
} from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Issue } from '../errors/api-error.js'

/**
 * The twin of the read plan: a body, checked attribute by attribute, as an ordered list of what to do. Everything that can
 * be known without the database has been checked; what needs it (uniqueness, existence of relation targets, component
 * ownership, anchors of positions) is checked while it is applied, in the same transaction.
 */
export interface WritePlan {
  readonly action: 'create' | 'update'
  readonly type: ContentType
  /** What the entry is once written; `unchanged` by updates that don't say. Types without drafts are always live. */
  readonly publication: 'live' | 'draft' | 'unchanged'
  /** What is wrong only if an entry whose publication is unchanged turns out to be live: required values and the like. */
  readonly incomplete: readonly Issue[]
  /** The locale of a new localised entry; null elsewhere. */
  readonly locale: string | null
  /** The columns to set; absent attributes stay as they are. Passwords are still in clear, in `secrets`. */
  readonly fields: readonly FieldWrite[]
  /** Values to be hashed before they are stored. */
  readonly secrets: readonly FieldWrite[]
  /** uids made of another value, numbered when they are taken. */
  readonly generated: readonly GeneratedUid[]
  readonly links: readonly LinkWrite[]
}

export interface GeneratedUid {
  readonly name: string
  readonly attribute: ScalarAttribute
  readonly base: string
  /** The longest that it may be with its number. */
  readonly maximum: number
}

export interface FieldWrite {
  readonly name: string
  readonly attribute: ScalarAttribute
  readonly value: Stored
}

export type LinkWrite = RelationWrite | MorphWrite | MediaWrite | ComponentWrite | ZoneWrite

export type Position =
  | { readonly before: number }
  | { readonly after: number }
  | { readonly start: true }
  | { readonly end: true }

/** Every form of specification §4.4 as one ordered list of steps; `set` empties the list first. */
export interface RelationWrite {
  readonly kind: 'relation'
  readonly name: string
  readonly attribute: RelationAttribute
  readonly target: ContentType
  readonly path: readonly (string | number)[]
  readonly clear: boolean
  readonly disconnect: readonly number[]
  readonly connect: readonly { readonly id: number; readonly position: Position }[]
  /** False when a missing anchor means the end of the list (`options: { strict: false }`). */
  readonly strict: boolean
}

export interface MorphWrite {
  readonly kind: 'morph'
  readonly name: string
  readonly attribute: RelationAttribute
  readonly path: readonly (string | number)[]
  readonly set: readonly { readonly type: ContentType; readonly id: number }[]
}

export interface MediaWrite {
  readonly kind: 'media'
  readonly name: string
  readonly attribute: MediaAttribute
  readonly path: readonly (string | number)[]
  readonly set: readonly number[]
  /** The caller may not see files: only those that the entry already has exist for this write. */
  readonly onlyAttached?: true
}

/** One component row: with an `id` it is merged into the row that the entry already has, without it is new. */
export interface ComponentItem {
  readonly id: number | null
  /** The id in the body of a new component. It makes no difference, but may not be that of another entry's component. */
  readonly copied: number | null
  readonly component: Component
  readonly path: readonly (string | number)[]
  readonly fields: readonly FieldWrite[]
  readonly secrets: readonly FieldWrite[]
  readonly links: readonly LinkWrite[]
}

export interface ComponentWrite {
  readonly kind: 'component'
  readonly name: string
  readonly attribute: ComponentAttribute
  readonly owner: Schema
  readonly path: readonly (string | number)[]
  readonly items: readonly ComponentItem[]
}

export interface ZoneWrite {
  readonly kind: 'zone'
  readonly name: string
  readonly attribute: DynamicZoneAttribute
  readonly owner: Schema
  readonly path: readonly (string | number)[]
  readonly items: readonly ComponentItem[]
}
