/** Makes the root fields of a query wait for each other: none of them is read before all have a price. */
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

  /** Registers one field. */
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
  /** Called when the field has a price. Resolves when all fields have a price or have ended. */
  readonly waitForOthers: () => Promise<void>
  /** Called when the field has no price or has ended. */
  readonly finish: () => void
}
