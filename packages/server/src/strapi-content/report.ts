import { ImportCounter, type ImportSummary } from '../entries/transfer/import-summary.js'
import { ImportError, ImportMistakes } from '../errors/import-error.js'

/** Examples of one warning. */
const mostExamples = 5

/** Gathers what an import finds: mistakes, what it leaves out and how much it reads. */
export class Report {
  readonly mistakes = new ImportMistakes()
  readonly counter = new ImportCounter()
  readonly warnings: string[] = []
  readonly #examples = new Map<string, { count: number; places: string[] }>()

  /** @param place such as `api::article.article 5, seo.canonical`: a source has no lines that a user would look for */
  mistake(place: string, message: string): void {
    this.mistakes.add(new ImportError(0, `${place}: ${message}`))
  }

  leftOut(what: string, reason: string, count = 1): void {
    this.counter.leaveOut(what, reason, count)
  }

  /** A warning with the places that it is about. */
  example(warning: string, place: string): void {
    const known = this.#examples.get(warning) ?? { count: 0, places: [] }
    this.#examples.set(warning, known)
    known.count++
    if (known.places.length < mostExamples) known.places.push(place)
  }

  summary(): Summary {
    const examples = [...this.#examples].map(([warning, { count, places }]) => {
      const more = count > places.length ? ` and ${count - places.length} more` : ''
      return `${warning}: ${places.join('; ')}${more}.`
    })
    return { ...this.counter.summary(), warnings: [...this.warnings, ...examples] }
  }
}

export interface Summary extends ImportSummary {
  readonly warnings: readonly string[]
}
