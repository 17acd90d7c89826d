/**
 * What `pnpm verify:long` runs, one row each: `{ name, title, commands }`, where `commands` returns argument lists for
 * node. A program that ends its output with `N passed, N failed` is counted by that line, any other as one check.
 */
export const longVerifications = []
