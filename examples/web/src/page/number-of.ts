/**
 * Returns the number in a field, or null for an empty field. Other text is returned unchanged, so that the
 * service rejects it and its message is shown at the field.
 */
export function numberOf(text: string): number | null {
  if (text.trim() === '') return null
  const number = Number(text)
  return Number.isNaN(number) ? (text as never) : number
}
