import type { LeftOut } from './source.js'

/** Mistakes that are kept; a source with more is of another project. */
const mostMistakes = 1_000

/** Examples of one warning. */
const mostExamples = 5

/** Entries of one type with what belongs to them. */
export interface TypeSummary {
  readonly type: string
  entries: number
  relations: number
  files: number
}

/** Gathers what an import finds: mistakes, what it leaves out and how much it reads. */
export class Report {
  readonly mistakes: string[] = []
  readonly warnings: string[] = []
  #more = 0
  readonly #types = new Map<string, TypeSummary>()
  readonly #leftOut = new Map<string, { what: string; count: number; why: string }>()
  readonly #examples = new Map<string, { count: number; places: string[] }>()

  mistake(place: string, message: string): void {
    if (this.mistakes.length < mostMistakes) this.mistakes.push(`${place}: ${message}`)
    else this.#more++
  }

  /** Mistakes beyond those that are kept. */
  get moreMistakes(): number {
    return this.#more
  }

  leftOut(what: string, why: string, count = 1): void {
    const key = `${what}\0${why}`
    const known = this.#leftOut.get(key)
    if (known) known.count += count
    else this.#leftOut.set(key, { what, count, why })
  }

  /** A warning with the places that it is about. */
  example(warning: string, place: string): void {
    const known = this.#examples.get(warning) ?? { count: 0, places: [] }
    this.#examples.set(warning, known)
    known.count++
    if (known.places.length < mostExamples) known.places.push(place)
  }

  of(type: string): TypeSummary {
    const known = this.#types.get(type) ?? { type, entries: 0, relations: 0, files: 0 }
    this.#types.set(type, known)
    return known
  }

  summary(): Summary {
    const examples = [...this.#examples].map(([warning, { count, places }]) => {
      const more = count > places.length ? ` and ${count - places.length} more` : ''
      return `${warning}: ${places.join('; ')}${more}.`
    })
    return {
      types: [...this.#types.values()].toSorted((a, b) => (a.type < b.type ? -1 : 1)),
      leftOut: [...this.#leftOut.values()],
      warnings: [...this.warnings, ...examples],
    }
  }
}

export interface Summary {
  readonly types: readonly Readonly<TypeSummary>[]
  readonly leftOut: readonly LeftOut[]
  readonly warnings: readonly string[]
}
