/** The root fields of a query: none of them is read before all are priced. */
export class PricingBarrier {
  readonly #all: Promise<void>
  #missing: number
  #release = (): void => undefined

  constructor(fields: number) {
    this.#missing = fields
    this.#all = new Promise((resolve) => {
      this.#release = resolve
    })
  }

  /** The place of one field. */
  register(): BarrierField {
    let isPriced = false
    const finish = () => {
      if (isPriced) return
      isPriced = true
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
  /** The field is priced: resolves when all others are. */
  readonly waitForOthers: () => Promise<void>
  /** The field has no price, or ended without one. */
  readonly finish: () => void
}
