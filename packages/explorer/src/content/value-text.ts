/** Formats a value of an entry as text. Numbers, booleans and nested values are printed as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
