import { createHash } from 'node:crypto'
import type { LoaderContext, StoredEntry } from '../../src/loader/index.js'

/** A collection of Astro in memory, which keeps its entries between the runs of a loader. */
export function createCollection({ isDevelopment = false, collection = 'articles' } = {}) {
  const entries = new Map<string, StoredEntry>()
  const meta = new Map<string, string>()
  const log: string[] = []
  /** The ids of the entries that were written, which Astro's own store doesn't report. */
  const written: string[] = []
  const logAs = (level: string) => (message: string) => void log.push(`${level}: ${message}`)
  const context: LoaderContext = {
    collection,
    store: {
      entries: () => [...entries],
      // As Astro does, ignores entries with a known digest.
      set(entry) {
        if (entry.digest !== undefined && entries.get(entry.id)?.digest === entry.digest) return false
        entries.set(entry.id, entry)
        written.push(entry.id)
        return true
      },
      delete: (id) => void entries.delete(id),
    },
    meta: {
      get: (key) => meta.get(key),
      set: (key, value) => void meta.set(key, value),
      delete: (key) => void meta.delete(key),
    },
    logger: { debug: logAs('debug'), info: logAs('info'), warn: logAs('warn') },
    watcher: isDevelopment ? {} : undefined,
    parseData: async ({ data }) => data,
    renderMarkdown: async (content) => ({ html: `<p>${content}</p>` }),
    generateDigest: (data) => createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 16),
  }
  return {
    context,
    log,
    written: () => written.splice(0),
    ids: () => [...entries.keys()].toSorted(),
    get: (id: string) => entries.get(id),
  }
}
