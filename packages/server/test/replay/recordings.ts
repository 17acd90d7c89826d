import { fileURLToPath } from 'node:url'

/** The recordings that `oracle/NOTE.md` tells of: exchanges in order, each file beginning with the seed. */
export const recordings: readonly string[] = [
  'exchanges.jsonl',
  'graphql.jsonl',
  'more-exchanges.jsonl',
  'copies-and-lists.jsonl',
].map((name) => fileURLToPath(new URL(`../oracle/${name}`, import.meta.url)))
