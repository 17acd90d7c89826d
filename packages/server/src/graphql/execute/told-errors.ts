import { GraphQLError } from 'graphql'
import type { ErrorPlace } from '../errors.js'

/** Errors of one root field that are told: each is many times as long as the null that it stands for. */
const mostTold = 1_000

/** The errors of one root field. A short document can come to any number of them, one for each entry and alias. */
export class ToldErrors {
  readonly #told: GraphQLError[] = []
  #count = 0

  /** `make` is not called for those that are only counted. */
  add(make: () => GraphQLError): void {
    this.#count += 1
    if (this.#count <= mostTold) this.#told.push(make())
  }

  /** At the end one that says how many there are, if not all are told; its place is the root field. */
  all(place: () => ErrorPlace): readonly GraphQLError[] {
    if (this.#count <= mostTold) return this.#told
    const message = `The answer has ${this.#count} errors, of which ${mostTold} are told`
    return [...this.#told, new GraphQLError(message, { ...place(), extensions: { code: 'BAD_USER_INPUT' } })]
  }
}
