/**
 * Makes the root fields of a query wait for each other: none of them is read before the cost of all is
 * estimated. Fields that graphql-js executes don't take part.
 */
export class CostBarrier {
  readonly #all: Promise<void>
  #missing: number
  #release = (): void => undefined

  constructor(fields: number) {
    this.#missing = fields
    this.#all = new Promise((resolve) => {
      this.#release = resolve
    })
  }

  /** Registers one field. */
  register(): BarrierField {
    let isEstimated = false
    const finish = () => {
      if (isEstimated) return
      isEstimated = true
      this.#missing -= 1
      if (this.#missing === 0) this.#release()
    }
    return {
      waitForOthers: () => {
        finish()
        return this.#all
      },
      finish,
    }
  }
}

export interface BarrierField {
  /**
   * Called when the cost of the field is known. Resolves when each field of the query has called this method
   * or `finish`.
   */
  readonly waitForOthers: () => Promise<void>
  /** Called when the field has ended, or before graphql-js executes it. */
  readonly finish: () => void
}
