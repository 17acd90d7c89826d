import { createHash } from 'node:crypto'

/** PostgreSQL cuts identifiers at 63 bytes, silently; a longer name keeps its start and ends in a digest of the whole. */
const maximum = 63

export function identifier(name: string): string {
  if (Buffer.byteLength(name) <= maximum) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 10)
  let start = name.slice(0, maximum - digest.length - 1)
  while (Buffer.byteLength(start) > maximum - digest.length - 1) start = start.slice(0, -1)
  return `${start}_${digest}`
}

/** Both dialects quote identifiers alike. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text literal, for what the model names; values of a request are bound, never written. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
