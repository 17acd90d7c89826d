import { GraphQLError } from 'graphql'
import type { ErrorLocation } from '../errors.js'

/** Errors of one root field that are told: each is many times as long as the null that it stands for. */
const maximumReported = 1_000

/** The errors of one root field. A short document can come to any number of them, one for each entry and alias. */
export class LimitedErrors {
  readonly #errors: GraphQLError[] = []
  #count = 0

  /** `make` is not called for those that are only counted. */
  add(make: () => GraphQLError): void {
    this.#count += 1
    if (this.#count <= maximumReported) this.#errors.push(make())
  }

  /** At the end one that says how many there are, if not all are told; its place is the root field. */
  all(location: () => ErrorLocation): readonly GraphQLError[] {
    if (this.#count <= maximumReported) return this.#errors
    const message = `The answer has ${this.#count} errors, of which ${maximumReported} are told`
    return [...this.#errors, new GraphQLError(message, { ...location(), extensions: { code: 'BAD_USER_INPUT' } })]
  }
}
