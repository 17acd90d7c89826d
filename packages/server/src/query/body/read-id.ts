import { printed } from '../../attributes/invalid-type.js'

/** Ids are numbers, or their digits as text without sign, space or leading zero. */
export function readId(value: unknown): number | null {
  const id = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The observed wording for what can't be the id of an entry of this type. */
export function notAnEntry(type: string, value: unknown): string {
  return `1 relation(s) of type ${type} associated with this entity do not exist: ${printed(value)} is not an id`
}
