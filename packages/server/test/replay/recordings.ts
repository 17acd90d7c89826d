import { fileURLToPath } from 'node:url'

/** The recordings described in `oracle/NOTE.md`: exchanges in order, each file beginning with the seed. */
export const recordings: readonly string[] = [
  'exchanges.jsonl',
  'graphql.jsonl',
  'more-exchanges.jsonl',
  'copies-and-lists.jsonl',
].map((name) => fileURLToPath(new URL(`../oracle/${name}`, import.meta.url)))
