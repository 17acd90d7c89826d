/**
 * Whether the compiler takes both for one type. Unlike the names in them it can tell that of filters of a type that
 * isn't known yet, in functions of any content type. Being assignable to each other wouldn't do: optional names are ignored
 * by it.
 */
// Written out twice: two instances of one generic type would be compared by their arguments, by being assignable again.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it stays unknown, by which the conditions aren't decided
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
