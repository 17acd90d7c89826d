import { ImportCounter, type ImportSummary } from '../entries/import-summary.js'
import { ImportError, ImportMistakes } from '@content-api/engine/errors'

/** The greatest number of examples that one warning lists. */
const mostExamples = 5

/** Collects the results of an import: mistakes, warnings, left-out content and counts. */
export class Report {
  readonly mistakes = new ImportMistakes()
  readonly counter = new ImportCounter()
  readonly warnings: string[] = []
  readonly #examples = new Map<string, { count: number; places: string[] }>()

  /**
   * @param place names the entry, for example `api::article.article 5, seo.canonical`: line numbers would not
   * help the user
   */
  mistake(place: string, message: string): void {
    this.mistakes.add(new ImportError(0, `${place}: ${message}`))
  }

  leftOut(what: string, reason: string, count = 1): void {
    this.counter.leaveOut(what, reason, count)
  }

  /** Adds a place to a warning, which lists the first places and counts the others. */
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
