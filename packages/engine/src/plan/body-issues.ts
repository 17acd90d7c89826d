import type { ComponentAttribute, DynamicZoneAttribute } from '@content-api/model'
import type { InvalidValue } from '../attributes/scalar-behaviour.js'
import { ApiError, type Issue, validationError } from '../errors/api-error.js'

/**
 * Maximum problems reported for one body. It limits the response, because a problem is longer than the input
 * that causes it.
 */
const maximumIssues = 100

export type Path = readonly (string | number)[]

/**
 * The treatment of problems that only matter for live entries: `required` reports them with the others,
 * `waived` ignores them, `deferred` keeps them until it is known whether the entry is live.
 */
export type Completeness = 'required' | 'waived' | 'deferred'

/** Collects all problems of a body, so that one error reports them together. */
export class BodyIssues {
  readonly #found: { readonly issue: Issue; readonly bare: boolean }[] = []
  readonly #deferred: Issue[] = []
  #more = 0

  constructor(readonly completeness: Completeness) {}

  /** Problems that only matter for live entries, with completeness `deferred`. */
  get deferred(): readonly Issue[] {
    return this.#deferred
  }

  get isBroken(): boolean {
    return this.#found.length > 0
  }

  /** Whether further problems are only counted. */
  get isFull(): boolean {
    return this.#found.length >= maximumIssues
  }

  add(path: Path, message: string, { bare = false } = {}): void {
    if (!this.isFull) this.#found.push({ issue: { path, message }, bare })
    else this.#more++
  }

  addInvalid(path: Path, invalid: InvalidValue): void {
    this.add([...path, ...invalid.path], invalid.message, { bare: invalid.withoutDetails })
  }

  /** Adds a problem that only matters for live entries. Drafts may be incomplete (specification §3). */
  addIncomplete(path: Path, message: string): void {
    if (this.completeness === 'required') this.add(path, message)
    if (this.completeness === 'deferred' && this.#deferred.length < maximumIssues)
      this.#deferred.push({ path, message })
  }

  /** @param withDeferred whether an error also lists the deferred problems; they alone are no error */
  throwIfAny({ withDeferred = false } = {}): void {
    const [first] = this.#found
    if (!first) return
    const deferred = withDeferred ? this.#deferred.slice(0, maximumIssues - this.#found.length) : []
    const issues = [...this.#found.map(({ issue }) => issue), ...deferred]
    if (issues.length === 1 && first.bare) throw new ApiError('ValidationError', first.issue.message)
    if (this.#more > 0) issues.push({ path: [], message: `and ${this.#more} more` })
    throw validationError(issues)
  }
}

/** Formats a path for messages: `links[0].label`. */
export function displayName(path: Path): string {
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`
    return name === '' ? key : `${name}.${key}`
  }, '')
}

/** Returns the problem of a list or zone with fewer components than `min`. One that isn't required may be empty. */
export function tooFew(
  path: Path,
  { min, required }: ComponentAttribute | DynamicZoneAttribute,
  count: number,
): Issue | null {
  if (min === undefined || count >= min || (count === 0 && !required)) return null
  return { path, message: `${displayName(path)} field must have at least ${min} items` }
}
