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
 * A write, planned from a body. Everything that can be checked without the database is already checked.
 * `write/` checks the rest while it applies the plan, in the same transaction: uniqueness, the existence of
 * relation targets, the ownership of components, and the entries that positions refer to.
 */
export interface WritePlan {
  readonly action: 'create' | 'update'
  readonly type: ContentType
  /**
   * The state of the entry after the write. Types without drafts are always `live`; for other types, an
   * update without `publishedAt` is `unchanged`.
   */
  readonly publication: 'live' | 'draft' | 'unchanged'
  /**
   * Problems of an update that only matter for live entries, such as missing required values. They are
   * reported if the entry is live after the write, or if a live localization shares their attributes.
   */
  readonly incomplete: readonly Issue[]
  /**
   * The locale of a new localised entry. For an update, the locale that the entry must have; null if it may
   * have any. Null for types that aren't localised.
   */
  readonly locale: string | null
  /** The system attributes that code of the project sets. The service sets all others. */
  readonly system?: SystemValues
  /** The columns to set. Attributes that are absent keep their values. */
  readonly fields: readonly FieldWrite[]
  /** Passwords in clear text. They are hashed before they are stored. */
  readonly secrets: readonly FieldWrite[]
  /** uids generated from another value. `write/` appends a number if the uid is already in use. */
  readonly generated: readonly GeneratedUid[]
  readonly links: readonly LinkWrite[]
}

/** Values of attributes that usually the service sets. An update has no `id`. */
export interface SystemValues {
  readonly id?: number
  readonly createdAt?: string
  readonly updatedAt?: string
}

export interface GeneratedUid {
  readonly name: string
  readonly attribute: ScalarAttribute
  readonly base: string
  /** Maximum length in characters, including the number. */
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

/** A change of a relation. All input forms of specification §4.4 become one ordered list of steps. */
export interface RelationWrite {
  readonly kind: 'relation'
  readonly name: string
  readonly attribute: RelationAttribute
  readonly target: ContentType
  readonly path: readonly (string | number)[]
  /** If true, all existing links are removed first (`set`). */
  readonly clear: boolean
  readonly disconnect: readonly number[]
  readonly connect: readonly { readonly id: number; readonly position: Position }[]
  /** If false, a position relative to a missing entry means the end of the list (`options: { strict: false }`). */
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
  /** The caller may neither read nor upload files. Only files that are already attached to the entry are valid. */
  readonly onlyAttached?: true
}

/** One component row. With an `id` it updates the entry's existing row; with `id: null` it is new. */
export interface ComponentItem {
  readonly id: number | null
  /** The id in the body of a new component. It isn't stored, but must not belong to a component of another entry. */
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
