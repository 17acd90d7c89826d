type Side = 'output' | 'input' | 'filters'

const sides: readonly Side[] = ['output', 'input', 'filters']

/** Where a field is in the generated schema (specification §4.6); `disable…` gives itself back. */
export class FieldShadow {
  readonly #disabled = new Set<Side>()
  readonly #change: () => void

  /** @param change is asked before each change, and throws when it comes too late. */
  constructor(change: () => void) {
    this.#change = change
  }

  readonly isEnabled = (): boolean => sides.some((side) => !this.#disabled.has(side))
  readonly isDisabled = (): boolean => !this.isEnabled()
  readonly hasInputEnabled = (): boolean => !this.#disabled.has('input')
  readonly hasOutputEnabled = (): boolean => !this.#disabled.has('output')
  readonly hasFiltersEnabled = (): boolean => !this.#disabled.has('filters')
  /** The name that extensions of Strapi 4 have to use. */
  readonly hasFiltersEnabeld = (): boolean => this.hasFiltersEnabled()

  readonly disable = (): this => this.#off(...sides)
  readonly disableOutput = (): this => this.#off('output')
  readonly disableInput = (): this => this.#off('input')
  readonly disableFilters = (): this => this.#off('filters')

  #off(...off: readonly Side[]): this {
    this.#change()
    for (const side of off) this.#disabled.add(side)
    return this
  }
}
