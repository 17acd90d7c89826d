// The parts of Astro's interface that the package uses, so that its build needs no package of Astro. Astro
// needs a newer Node than this workspace: the type check of examples/astro compares them with Astro's own.

/** An entry of a content collection. */
export interface StoredEntry {
  readonly id: string
  readonly data: Record<string, unknown>
  /** Astro ignores an entry whose digest it has stored. */
  readonly digest?: string | number
  /** What `render(entry)` shows. */
  readonly rendered?: RenderedContent
}

/** The HTML of an entry, as `renderMarkdown` returns it. */
export interface RenderedContent {
  readonly html: string
}

/** The argument of a loader's `load`. */
export interface LoaderContext {
  /** The name of the collection in `src/content.config.ts`. */
  readonly collection: string
  readonly store: {
    entries(): [id: string, entry: StoredEntry][]
    set(entry: StoredEntry): boolean
    delete(id: string): void
  }
  readonly meta: {
    get(key: string): string | undefined
    set(key: string, value: string): void
    delete(key: string): void
  }
  readonly logger: Record<'debug' | 'info' | 'warn', (message: string) => void>
  /** Only in development. */
  readonly watcher?: object | undefined
  parseData<T extends Record<string, unknown>>(entry: { id: string; data: T }): Promise<T>
  renderMarkdown(content: string): Promise<RenderedContent>
  generateDigest(data: Record<string, unknown> | string): string
}

/** The context of a middleware. */
export interface MiddlewareContext {
  readonly request: Request
  readonly url: URL
  readonly isPrerendered: boolean
  readonly locals: object
}

/** The parts of the global `Astro` and of the context of an endpoint that forms use. */
export interface PageContext {
  readonly request: Request
  /** Only in pages. */
  readonly response?: { status?: number }
}
