import { printed } from '../../attributes/invalid-type.js'

/** The observed wording for what can't be the id of an entry of this type. */
export function notAnEntry(type: string, value: unknown): string {
  return `1 relation(s) of type ${type} associated with this entity do not exist: ${printed(value)} is not an id`
}
