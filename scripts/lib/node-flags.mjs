/**
 * Flags of Node.js for programs that end within minutes, and run most of their code a few times. The higher
 * budget leaves such code to the interpreter, and keeps the optimizing compiler for code that runs often. A
 * larger young generation makes garbage collections rarer, and one thread collects with less work than several.
 */
export const flagsForShortRuns = [
  '--interrupt-budget=4000000',
  '--min-semi-space-size=16',
  '--max-semi-space-size=64',
  '--single-threaded-gc',
]
