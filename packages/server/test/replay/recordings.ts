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
].map(pathOf)

/** Two of the recordings: queries of GraphQL, and lists of all kinds. */
export const shortRecordings: readonly string[] = ['graphql.jsonl', 'copies-and-lists.jsonl'].map(pathOf)

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../oracle/${name}`, import.meta.url))
}
