/** The root fields of a query: none of them is read before all are priced. */
export class PricedTogether {
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
  place(): PlaceAmongFields {
    let isPriced = false
    const done = () => {
      if (isPriced) return
      isPriced = true
      this.#missing -= 1
      if (this.#missing === 0) this.#release()
    }
    return {
      others: () => {
        done()
        return this.#all
      },
      done,
    }
  }
}

export interface PlaceAmongFields {
  /** The field is priced: resolves when all others are. */
  readonly others: () => Promise<void>
  /** The field has no price, or ended without one. */
  readonly done: () => void
}
