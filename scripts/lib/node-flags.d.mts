export const flagsForShortRuns: readonly string[]
