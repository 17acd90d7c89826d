/** Keeps what was made for a key while it is among the most recently used ones; what falls out is given to `dispose`. */
export class StatementCache<Value> {
  readonly #values = new Map<string, Value>()

  constructor(
    readonly capacity: number,
    readonly dispose: (value: Value) => void,
  ) {}

  get(key: string, make: () => Value): Value {
    const found = this.#values.get(key)
    const value = found ?? make()
    // A map keeps the order of insertion: the first is the one that was not used for longest.
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.capacity) {
      for (const oldest of this.#values.keys()) {
        this.#drop(oldest)
        break
      }
    }
    return value
  }

  /** Forgets a value without disposing of it. */
  delete(key: string): void {
    this.#values.delete(key)
  }

  clear(): void {
    for (const key of this.#values.keys()) this.#drop(key)
  }

  #drop(key: string): void {
    const value = this.#values.get(key)
    this.#values.delete(key)
    if (value !== undefined) this.dispose(value)
  }
}

/** Statements kept prepared on each connection. */
export const preparedStatements = 200
