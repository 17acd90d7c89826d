/** Control and format characters, joiners and the like: what two names could differ in without anyone seeing it. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const everyInvisible = new RegExp(invisible, 'gu')

/** A user name or address as it is stored: compatibility forms such as full-width letters become the plain ones. */
export function tidy(text: string): string {
  return text.normalize('NFKC').trim()
}

export function hasInvisible(text: string): boolean {
  return invisible.test(text)
}

/** What two names or addresses have in common that people would take for the same. */
export function comparisonKey(text: string): string {
  return text.normalize('NFKC').replace(everyInvisible, '').trim().toLowerCase().normalize('NFKC')
}
