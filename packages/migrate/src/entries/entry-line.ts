/**
 * One entry in an export, one line of JSON. Attributes have their REST form, with these exceptions: relations
 * and media are ids (see `LinkTarget`), components are inline objects, and passwords are `{ "hash": … }`.
 */
export interface EntryLine {
  /** uid of the content type. */
  readonly type: string
  readonly id: number
  /** For localised types: the id of the entry's first localization; absent on the first localization itself. */
  readonly localizationOf?: number
  readonly attributes: Readonly<Record<string, unknown>>
}

/**
 * The target of a relation. The target has an ordered list of the entries that point at it; `order` is this
 * entry's position in that list. A plain id is short for `{ id }` and means the end of the list.
 */
export type LinkTarget = number | { readonly id: number; readonly order?: number }

/** The target of a polymorphic relation. */
export interface MorphTarget {
  readonly type: string
  readonly id: number
}

/** A password hash as stored in the database. The import also accepts a password as a plain string, and hashes it. */
export interface HashedPassword {
  readonly hash: string
}
