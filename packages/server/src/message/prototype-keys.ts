import { ApiError } from '@content-api/engine/errors'

/** Keys that could change the prototype of other objects when code merges an object that contains them. */
export const prototypeKeys = ['__proto__', 'constructor', 'prototype']

/** Rejects these keys at the top level of a body. JSON attributes may contain them. @throws ApiError ValidationError */
export function rejectPrototypeKeys(body: object): void {
  const key = prototypeKeys.find((name) => Object.hasOwn(body, name))
  if (key !== undefined) throw new ApiError('ValidationError', `The key ${key} is not known in the body`)
}
