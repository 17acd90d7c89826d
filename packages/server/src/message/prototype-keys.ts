import { ApiError } from '../errors/api-error.js'

/** Keys by which an object could change others, where code merges it into them. */
export const prototypeKeys = ['__proto__', 'constructor', 'prototype']

/** Rejects these keys beside the known ones of a body. In JSON attributes they are data. @throws ApiError ValidationError */
export function refusePrototypeKeys(body: object): void {
  const key = prototypeKeys.find((name) => Object.hasOwn(body, name))
  if (key !== undefined) throw new ApiError('ValidationError', `The key ${key} is not known in the body`)
}
