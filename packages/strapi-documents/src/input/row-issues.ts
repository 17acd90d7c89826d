import { ApiError, type Issue, validationError } from '@content-api/engine/errors'
import type { Path } from '@content-api/engine/plan'

/** The most problems that one response names. */
const most = 100

/** Collects the problems of a body, so that one error reports all. */
export class RowIssues {
  readonly #issues: Issue[] = []
  #bare: string | null = null

  add(path: Path, message: string, value?: unknown): void {
    if (this.#issues.length < most) this.#issues.push({ path, message, ...(value !== undefined && { value }) })
  }

  /** Adds a problem that is reported without details, unless there are others. */
  addBare(message: string): void {
    this.#bare ??= message
  }

  /** @throws ApiError ValidationError */
  throwIfAny(): void {
    if (this.#issues.length > 0) throw validationError(this.#issues)
    if (this.#bare !== null) throw new ApiError('ValidationError', this.#bare)
  }
}
