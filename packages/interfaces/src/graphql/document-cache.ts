import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** The size of the cache in tokens. A token takes about 300 bytes, including its parsed nodes. */
const keptTokens = 100_000

/**
 * Returns a cache of valid documents by their text. Errors aren't cached: they take more memory than
 * documents, and clients don't repeat invalid documents.
 */
export const createDocumentCache = () =>
  new LRUCache<string, DocumentNode>({
    maxSize: keptTokens,
    sizeCalculation: ({ tokenCount }) => (tokenCount ?? 0) + 1,
  })
