/** How a link is stored: by columns, a link table, or rows that name their owner. */
export type LinkLayout =
  /**
   * The owning side of a to-one link: a foreign key in the row. `order` is the column of the row's position
   * in the target's list.
   */
  | { readonly kind: 'column'; readonly column: string; readonly order: string | null; readonly exclusive: boolean }
  /** The inverse side of `column`. */
  | { readonly kind: 'inverse'; readonly table: string; readonly column: string; readonly order: string | null }
  /**
   * An ordered link table, seen from one of its sides. `order` is the column of the position in this side's
   * list, `inverseOrder` is the column of the position in the other side's list.
   */
  | {
      readonly kind: 'join'
      readonly table: string
      readonly source: string
      readonly target: string
      readonly order: string
      readonly inverseOrder: string | null
    }
  /** A reference to a row of any type. */
  | { readonly kind: 'morph'; readonly id: string; readonly type: string }
  | {
      readonly kind: 'morphJoin'
      readonly table: string
      readonly source: string
      readonly target: string
      readonly type: string
      readonly order: string
    }
  /** The inverse of a morph link: the rows of `owner` that refer to this type. */
  | { readonly kind: 'inverseMorph'; readonly owner: string; readonly through: string }
  /** Component rows store their owner, see `ownerColumns`. */
  | { readonly kind: 'owned' }
  /** Entries of the same localization group. */
  | { readonly kind: 'siblings'; readonly group: string }
