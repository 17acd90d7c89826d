/** Counts what the generator draws and doesn't send, because both servers differ by decision. */
export class LeftOut {
  readonly #counts = new Map<string, number>()

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  get lines(): readonly string[] {
    return [...this.#counts].toSorted(([, one], [, other]) => other - one).map(([what, count]) => `${count} × ${what}`)
  }
}
