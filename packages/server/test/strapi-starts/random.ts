/** Random choices, the same for the same seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns an integer from `least` to `greatest`. */
  integer(least: number, greatest: number): number {
    return least + Math.floor(this.next() * (greatest - least + 1))
  }

  /** Returns true with the probability `share`. */
  chance(share: number): boolean {
    return this.next() < share
  }

  one<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('There is nothing to choose from.')
    return items[this.integer(0, items.length - 1)] as Item
  }

  /** Returns between `least` and `greatest` different items in random order. */
  some<Item>(items: readonly Item[], least: number, greatest: number): Item[] {
    const rest = [...items]
    const chosen: Item[] = []
    const count = Math.min(this.integer(least, greatest), rest.length)
    while (chosen.length < count) chosen.push(...rest.splice(this.integer(0, rest.length - 1), 1))
    return chosen
  }
}
