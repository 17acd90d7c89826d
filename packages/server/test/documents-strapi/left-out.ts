/** Counts what the generator draws and doesn't send, because both servers differ by decision. */
export class LeftOut {
  readonly #counts = new Map<string, number>()

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  /** Returns whether something may be sent, and counts it otherwise. */
  accepts(what: string): boolean {
    if (!decided.has(what)) return true
    this.add(what)
    return false
  }

  get lines(): readonly string[] {
    return [...this.#counts].toSorted(([, one], [, other]) => other - one).map(([what, count]) => `${count} × ${what}`)
  }
}

/** What is decided in docs/differences-5.md. */
const decided: ReadonlySet<string> = new Set()
