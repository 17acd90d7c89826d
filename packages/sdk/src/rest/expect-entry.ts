import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/link-query.js'

/** An answer that is one entry, without an envelope, by its id. Throws a {@link ResponseShapeError} when it is anything else. */
export function expectEntry(answer: unknown, what: string): Record<string, unknown> {
  if (!isObject(answer) || !answer['id']) throw new ResponseShapeError(`${what} gave no entry`)
  return answer
}
