import type { Json } from './values.js'

interface Variable {
  readonly type: string
  readonly value: Json
}

/** The variables of a document. Every value becomes a variable, so the document itself contains no values. */
export class GraphqlVariables {
  readonly #variables = new Map<string, Variable>()

  /** Returns an argument with a new variable, which is named after its field and the argument. */
  argument(name: string, type: string, value: Json, field: readonly string[] = []): string {
    const wanted = [...field, name].map((word, index) => (index === 0 ? word : capital(word))).join('')
    let unique = wanted
    for (let number = 2; this.#variables.has(unique); number++) unique = `${wanted}${number}`
    this.#variables.set(unique, { type, value })
    return `${name}: $${unique}`
  }

  /** Returns the declarations, for example `($filters: ArticleFiltersInput)`; an empty string without variables. */
  declarations(): string {
    const all = [...this.#variables].map(([name, { type }]) => `$${name}: ${type}`)
    return all.length === 0 ? '' : `(${all.join(', ')})`
  }

  values(): Readonly<Record<string, Json>> {
    return Object.fromEntries([...this.#variables].map(([name, { value }]) => [name, value]))
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
