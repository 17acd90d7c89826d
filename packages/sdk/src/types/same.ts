/**
 * Whether two types are identical. The compiler can decide this even if the content type is a type parameter,
 * whose names it doesn't know. Assignability in both directions isn't enough, because it ignores optional
 * names.
 */
// The function type is written twice: two instances of one generic type would be compared by assignability of
// `A` and `B`.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- an unknown `T` keeps the conditions undecided
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
