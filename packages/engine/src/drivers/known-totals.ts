import { LRUCache } from 'lru-cache'
import type { Statement } from '../dialects/statement.js'
import type { JsonText } from '../plan/json-text.js'
import type { CountedList } from '../read/counted-list.js'
import { type CountedTotal, splitTotal } from '../read/total.js'

/** Totals that a connection keeps. */
const mostTotals = 200

/**
 * The totals of lists that were counted on a connection. A statement that gets one counts again if the
 * content has changed since, so a total always belongs to the same state as its page.
 */
export class KnownTotals {
  readonly #totals = new LRUCache<string, CountedTotal>({ max: mostTotals })
  #state = ''
  /** Whether the last two lists saw the same state. Otherwise the next one will probably have to count. */
  #isQuiet = false

  async read(
    { key, counting, withKnown }: CountedList,
    run: (statement: Statement) => Promise<JsonText | null>,
  ): Promise<JsonText | null> {
    const known = this.#isQuiet ? this.#totals.get(key) : undefined
    const read = await run(known?.state === this.#state ? withKnown(known) : counting)
    if (read === null) return null
    const { text, total, state } = splitTotal(read)
    this.#isQuiet = state !== '' && state === this.#state
    this.#state = state
    this.#totals.set(key, { total, state })
    return text
  }
}
