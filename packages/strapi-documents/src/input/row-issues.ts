import { ApiError, type Issue, validationError } from '@content-api/engine/errors'
import type { Path } from '@content-api/engine/plan'

/** The most problems that one response names. */
const most = 100

/** Collects the problems of a body, so that one error reports all. */
export class RowIssues {
  #issues: Issue[] = []
  #bare: string | null = null

  add(path: Path, message: string, value?: unknown): void {
    if (this.#issues.length < most) this.#issues.push({ path, message, ...(value !== undefined && { value }) })
  }

  /** Adds a problem that is reported without details, unless there are others. */
  addBare(message: string): void {
    this.#bare ??= message
  }

  /** Puts the problems in the order of the attributes of an entry, as Strapi 5 does. Those without a path are last. */
  sort(names: readonly string[]): void {
    const place = ({ path: [name] }: Issue) => (name === undefined ? names.length : names.indexOf(String(name)))
    this.#issues = this.#issues.toSorted((one, other) => place(one) - place(other))
  }

  /** @throws ApiError ValidationError */
  throwIfAny(): void {
    if (this.#issues.length > 0) throw validationError(this.#issues)
    if (this.#bare !== null) throw new ApiError('ValidationError', this.#bare)
  }
}
