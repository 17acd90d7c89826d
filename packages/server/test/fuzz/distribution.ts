/** Counts how often each combination of several lists of names was tried. */
export class Distribution {
  readonly #counts = new Map<string, number>()

  constructor(combinations: Iterable<readonly string[]>) {
    for (const names of combinations) this.#counts.set(names.join(' × '), 0)
  }

  add(...names: readonly string[]): void {
    const key = names.join(' × ')
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  get size(): number {
    return this.#counts.size
  }

  get least(): number {
    return Math.min(...this.#counts.values())
  }

  /** For example `336 combinations, each 1 to 14 times`. */
  toString(): string {
    return `${this.size} combinations, each ${this.least} to ${Math.max(...this.#counts.values())} times`
  }
}

export function* pairs(first: readonly string[], second: readonly string[]): Generator<readonly string[]> {
  for (const one of first) for (const other of second) yield [one, other]
}

export function* triples(
  first: readonly string[],
  second: readonly string[],
  third: readonly string[],
): Generator<readonly string[]> {
  for (const one of first) for (const [other = '', last = ''] of pairs(second, third)) yield [one, other, last]
}
