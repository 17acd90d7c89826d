import type { ForwardReason } from './forward-reason.js'

interface Closable {
  close(): Promise<void>
}

interface Current<Parts> {
  readonly parts: Parts
  /** The requests that still use the parts. */
  users: number
  isReplaced: boolean
}

const changing: ForwardReason = { kind: 'schema', message: 'The schema of Strapi is changing' }

/**
 * The parts that were opened for one state of Strapi's schema. When the schema changes, no request gets them
 * any more, and new ones replace them. Old parts are closed when their last request has ended.
 */
export class Generations<Parts extends Closable> {
  readonly #open: () => Promise<Parts>
  #current: Current<Parts> | ForwardReason = changing
  #isClosed = false

  constructor(open: () => Promise<Parts>) {
    this.#open = open
  }

  /** Replaces the parts. Until this resolves, all requests go to Strapi. @throws the error of `open` */
  async replace(): Promise<void> {
    this.#retire(changing)
    try {
      const parts = await this.#open()
      if (this.#isClosed) return await parts.close()
      this.#current = { parts, users: 0, isReplaced: false }
    } catch (error) {
      this.#current = { kind: 'schema', message: `The schema can't be read: ${messageOf(error)}` }
      throw error
    }
  }

  /** Runs work with the current parts, or returns why there are none. */
  async use<Result>(work: (parts: Parts) => Promise<Result>): Promise<Result | ForwardReason> {
    const current = this.#current
    if (!('parts' in current)) return current
    current.users += 1
    try {
      return await work(current.parts)
    } finally {
      current.users -= 1
      closeIfUnused(current)
    }
  }

  /** The current parts; null if there are none. */
  get parts(): Parts | null {
    return 'parts' in this.#current ? this.#current.parts : null
  }

  close(): void {
    this.#isClosed = true
    this.#retire({ kind: 'schema', message: 'The server is stopping' })
  }

  #retire(reason: ForwardReason): void {
    const old = this.#current
    this.#current = reason
    if (!('parts' in old)) return
    old.isReplaced = true
    closeIfUnused(old)
  }
}

function closeIfUnused({ parts, users, isReplaced }: Current<Closable>): void {
  // Nothing waits for the connections of an old schema, and nobody could handle an error of closing them.
  if (isReplaced && users === 0) parts.close().catch(() => undefined)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
