import { randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const alphabet = `${letters}0123456789`
const idLength = 24

const oneOf = (characters: string) => characters.charAt(randomInt(characters.length))

/** Returns a new id in the form of Strapi 5: 24 small letters and digits, of which the first is a letter. */
export function newDocumentId(): string {
  return oneOf(letters) + Array.from({ length: idLength - 1 }, () => oneOf(alphabet)).join('')
}
