import { type Blocks, renderBlocks } from '@content-api/sdk'
import type { LoaderContext, RenderedContent } from '../astro.js'
import type { EntryOptions } from './loader-types.js'
import { withAbsoluteURLs } from './absolute-urls.js'
import type { Entry, Listing, Source } from './source.js'

/** The key of the signature in the memory of the loader. Only a complete run writes it. */
const SIGNATURE = 'content-api'
/** Changes when the stored form of entries does. */
const FORMAT = 1
/** The keys in one request. Their query stays below the limits of servers for addresses. */
const BATCH = 50
/** The number of entries after which the log reports progress. */
const PROGRESS = 1000

type Options = EntryOptions & { readonly url: string }

/**
 * Writes the entries of a source to the store of a collection, and removes those that the source doesn't have
 * any more. If the last run was complete and equal in its query and options, it reads the changed entries
 * only.
 *
 * @throws the errors of the client, and Error for two entries with the same id
 */
export async function loadEntries(source: Source, options: Options, context: LoaderContext): Promise<void> {
  const { id, locales, content, incremental = true, url } = options
  const { meta, logger } = context
  const { signature: own } = source
  const signature = context.generateDigest({ FORMAT, ...own, id: String(id), locales, content, url })
  const isComplete = incremental && meta.get(SIGNATURE) === signature
  const run = new Run(source, options, context)
  // Entries of an aborted run would otherwise count as those of the signature.
  if (!isComplete) meta.delete(SIGNATURE)
  for (const locale of await localesOf(source, locales)) {
    if (isComplete && source.listing) await run.addChanged(locale, source.listing)
    else for await (const entries of source.all(locale)) for (const entry of entries) await run.add(locale, entry)
  }
  const removed = run.removeOthers()
  meta.set(SIGNATURE, signature)
  const { loaded, unchanged } = run
  logger.info(`${source.name}: ${loaded} loaded, ${unchanged} unchanged, ${removed} removed`)
}

async function localesOf(source: Source, locales: EntryOptions['locales']): Promise<readonly (string | undefined)[]> {
  if (locales === undefined) return [undefined]
  return locales === 'all' ? source.locales() : locales
}

/** What the digest of a stored entry contains: locale, key and version in the service, and its content. */
type Digest = readonly [locale: string | null, key: string, version: string, content: string]

/** One run of a loader. */
class Run {
  loaded = 0
  unchanged = 0
  /** The locale and key of each entry that the service has, by its id in the store. */
  readonly #seen = new Map<string, string>()
  /** The stored entries by locale and key. */
  readonly #stored = new Map<string, { readonly id: string; readonly version: string }>()

  constructor(
    readonly source: Source,
    readonly options: Options,
    readonly context: LoaderContext,
  ) {
    for (const [id, { digest }] of context.store.entries()) {
      const [locale, key, version] = readDigest(digest)
      this.#stored.set(nameOf(locale, key), { id, version })
    }
  }

  /** Reads the entries whose version differs from the stored one. */
  async addChanged(locale: string | undefined, { list, some }: Listing): Promise<void> {
    const changed: string[] = []
    for (const entry of await list(locale)) {
      const key = this.source.keyOf(entry)
      const name = nameOf(locale, key)
      const stored = this.#stored.get(name)
      if (!stored || stored.version !== versionOf(entry)) {
        changed.push(key)
        continue
      }
      this.#seen.set(stored.id, name)
      this.unchanged++
    }
    for (let start = 0; start < changed.length; start += BATCH) {
      for (const entry of await some(locale, changed.slice(start, start + BATCH))) await this.add(locale, entry)
    }
  }

  /** Writes an entry to the store. */
  async add(locale: string | undefined, entry: Entry): Promise<void> {
    const { context } = this
    const key = this.source.keyOf(entry)
    const id = this.#idOf(locale, key, entry)
    this.#mustBeNew(id, nameOf(locale, key))
    const absolute = withAbsoluteURLs(entry, this.options.url)
    const content = context.generateDigest(absolute)
    const digest = JSON.stringify([locale ?? null, key, versionOf(entry), content] satisfies Digest)
    const data = await context.parseData({ id, data: absolute })
    const rendered = await this.#render(absolute)
    context.store.set({ id, data, digest, ...(rendered && { rendered }) })
    if (++this.loaded % PROGRESS === 0) context.logger.info(`${this.source.name}: ${this.loaded} loaded so far`)
  }

  /** Removes the entries that the service doesn't have any more. Returns their number. */
  removeOthers(): number {
    const { store } = this.context
    const others = store.entries().filter(([id]) => !this.#seen.has(id))
    for (const [id] of others) store.delete(id)
    return others.length
  }

  #idOf(locale: string | undefined, key: string, entry: Entry): string {
    const { id, locales } = this.options
    const chosen = typeof id === 'function' ? id(entry) : id === undefined ? key : entry[id]
    const own = typeof chosen === 'string' || typeof chosen === 'number' ? `${chosen}` || key : key
    return locales === undefined ? own : `${locale}/${own}`
  }

  /** An entry may come twice, when others are created between the requests of two pages. */
  #mustBeNew(id: string, name: string): void {
    const other = this.#seen.get(id)
    if (other !== undefined && other !== name) {
      throw new Error(
        `Two entries of ${this.source.name} have the id "${id}". Set the option id to an attribute that is unique, or leave it out.`,
      )
    }
    this.#seen.set(id, name)
  }

  async #render(data: Entry): Promise<RenderedContent | undefined> {
    const { content } = this.options
    if (content === undefined) return undefined
    const value = data[content]
    if (typeof value === 'string') return this.context.renderMarkdown(value)
    return { html: Array.isArray(value) ? renderBlocks(value as Blocks) : '' }
  }
}

const versionOf = ({ updatedAt }: Entry): string => (typeof updatedAt === 'string' ? updatedAt : '')

const nameOf = (locale: string | null | undefined, key: string): string => JSON.stringify([locale ?? null, key])

/** Entries of another loader have other digests, which match no entry. */
function readDigest(digest: unknown): Digest {
  try {
    const parts: unknown = JSON.parse(String(digest))
    if (Array.isArray(parts) && parts.length === 4) return parts as unknown as Digest
  } catch {
    // Not a digest of this loader.
  }
  return [null, '', '', '']
}
