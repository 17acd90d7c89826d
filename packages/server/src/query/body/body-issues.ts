import type { InvalidValue } from '../../attributes/scalar-behaviour.js'
import { ApiError, type Issue, validationError } from '../../errors/api-error.js'
import { maximumIssues } from './bounds.js'

export type Path = readonly (string | number)[]

/** What becomes of problems that only a live entry has: told at once, left out, or kept until the entry is known. */
export type Completeness = 'required' | 'waived' | 'deferred'

/** Gathers the problems of a body, so that all of them are told at once. */
export class BodyIssues {
  readonly #found: { readonly issue: Issue; readonly bare: boolean }[] = []
  readonly #deferred: Issue[] = []
  #more = 0

  constructor(readonly completeness: Completeness) {}

  /** The problems that only a live entry has, where that isn't known yet. */
  get deferred(): readonly Issue[] {
    return this.#deferred
  }

  get isBroken(): boolean {
    return this.#found.length > 0
  }

  add(path: Path, message: string, { bare = false } = {}): void {
    if (this.#found.length < maximumIssues) this.#found.push({ issue: { path, message }, bare })
    else this.#more++
  }

  addInvalid(path: Path, invalid: InvalidValue): void {
    this.add([...path, ...invalid.path], invalid.message, { bare: invalid.withoutDetails })
  }

  /** A draft may be incomplete (specification §3). */
  addIncomplete(path: Path, message: string): void {
    if (this.completeness === 'required') this.add(path, message)
    if (this.completeness === 'deferred' && this.#deferred.length < maximumIssues)
      this.#deferred.push({ path, message })
  }

  throwIfAny(): void {
    const [first] = this.#found
    if (!first) return
    if (this.#found.length === 1 && first.bare) throw new ApiError('ValidationError', first.issue.message)
    const issues = this.#found.map(({ issue }) => issue)
    if (this.#more > 0) issues.push({ path: [], message: `and ${this.#more} more` })
    throw validationError(issues)
  }
}

/** A path as messages write it: `links[0].label`. */
export function displayName(path: Path): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`
    return name === '' ? step : `${name}.${step}`
  }, '')
}
