import { fileURLToPath } from 'node:url'

/**
 * The recordings described in `oracle/NOTE.md`: exchanges in order, the longest file first. Each file starts
 * from the seeded content.
 */
export const recordings: readonly string[] = [
  'exchanges.jsonl',
  'graphql.jsonl',
  'more-exchanges.jsonl',
  'copies-and-lists.jsonl',
].map((name) => fileURLToPath(new URL(`../oracle/${name}`, import.meta.url)))
