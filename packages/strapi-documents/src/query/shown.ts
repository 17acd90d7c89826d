/** The most characters of a client's value in a message. */
const longest = 40

/** Returns a value of a query as a message shows it. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value)
  return text.slice(0, longest)
}
