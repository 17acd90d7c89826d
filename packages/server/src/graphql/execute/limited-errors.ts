import { GraphQLError } from 'graphql'
import type { ErrorLocation } from '../errors.js'

/**
 * The maximum number of reported errors per root field. An error is many times as long as the null that it
 * explains.
 */
const maximumReported = 1_000

/** The errors of one root field. A short document can cause many: one for each entry and alias. */
export class LimitedErrors {
  readonly #errors: GraphQLError[] = []
  #count = 0

  /** Adds an error. Errors beyond the maximum are only counted, without a call of `make`. */
  add(make: () => GraphQLError): void {
    this.#count += 1
    if (this.#count <= maximumReported) this.#errors.push(make())
  }

  /** Returns the errors. If some are left out, the last one says how many there are; its location is the root field. */
  all(location: () => ErrorLocation): readonly GraphQLError[] {
    if (this.#count <= maximumReported) return this.#errors
    const message = `The response has ${this.#count} errors. The first ${maximumReported} are reported`
    return [...this.#errors, new GraphQLError(message, { ...location(), extensions: { code: 'BAD_USER_INPUT' } })]
  }
}
