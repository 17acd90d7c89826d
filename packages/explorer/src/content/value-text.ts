/** A value of an entry as text: numbers and switches as in JSON, what is nested as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
