type Side = 'output' | 'input' | 'filters'

const sides: readonly Side[] = ['output', 'input', 'filters']

/** Controls where a field is in the generated schema (specification §4.6). The `disable…` functions return `this`. */
export class FieldShadow {
  readonly #disabled = new Set<Side>()
  readonly #change: () => void

  /** @param change is called before each change, and throws when the schema is already made */
  constructor(change: () => void) {
    this.#change = change
  }

  readonly isEnabled = (): boolean => sides.some((side) => !this.#disabled.has(side))
  readonly isDisabled = (): boolean => !this.isEnabled()
  readonly hasInputEnabled = (): boolean => !this.#disabled.has('input')
  readonly hasOutputEnabled = (): boolean => !this.#disabled.has('output')
  readonly hasFiltersEnabled = (): boolean => !this.#disabled.has('filters')
  /** The misspelled name in Strapi 4, which its extensions use. */
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
