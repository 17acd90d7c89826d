import { createHash } from 'node:crypto'

/**
 * PostgreSQL silently cuts identifiers at 63 bytes. A longer name keeps its start and ends with a digest of
 * the full name.
 */
const maximum = 63

export function identifier(name: string): string {
  if (Buffer.byteLength(name) <= maximum) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 10)
  let start = name.slice(0, maximum - digest.length - 1)
  while (Buffer.byteLength(start) > maximum - digest.length - 1) start = start.slice(0, -1)
  return `${start}_${digest}`
}

/** Quotes an identifier, in the same way for both dialects. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a string literal, for names of the model only. Values of a request are always bound. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
