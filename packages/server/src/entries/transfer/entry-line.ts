/**
 * One entry in an export: a line of JSON. Attributes are as REST answers them, except for links: relations and media are
 * ids (see `LinkTarget`), components stand inline, and passwords are `{ "hash": … }`.
 */
export interface EntryLine {
  /** uid of the content type. */
  readonly type: string
  readonly id: number
  /** id of the first localization of the same entry; on types with locales, absent on that one itself. */
  readonly localizationOf?: number
  readonly attributes: Readonly<Record<string, unknown>>
}

/**
 * What a relation points at. `order` is the place of this entry in the list that the target keeps of those that point at it;
 * a plain id stands for `{ id }` and means the end of that list.
 */
export type LinkTarget = number | { readonly id: number; readonly order?: number }

/** What a polymorphic relation points at. */
export interface MorphTarget {
  readonly type: string
  readonly id: number
}

/** A password as it lies in the database; a plain text is hashed. */
export interface HashedPassword {
  readonly hash: string
}
