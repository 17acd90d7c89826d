/** Closes what a service has opened, the last first: when the service ends, or when its start fails. */
export class Closers {
  readonly #closers: (() => unknown)[] = []
  #closing: Promise<void> | undefined

  add(close: () => unknown): void {
    this.#closers.push(close)
  }

  /** Closes everything, once. @throws the first error, after everything is closed */
  close(): Promise<void> {
    return (this.#closing ??= this.#closeAll())
  }

  /** Runs a part of the start. If it fails, closes everything and rejects with its error. */
  async closeOnFailure<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      // The error of the start is the one to report.
      await this.close().catch(() => undefined)
      throw error
    }
  }

  async #closeAll(): Promise<void> {
    const errors: unknown[] = []
    for (const close of this.#closers.toReversed()) {
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}
