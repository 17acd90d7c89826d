/**
 * The number that a field holds; nothing of an empty one. What is no number stays text, for that is the service's to refuse,
 * at its field like everything else.
 */
export function numberOf(text: string): number | null {
  if (text.trim() === '') return null
  const number = Number(text)
  return Number.isNaN(number) ? (text as never) : number
}
