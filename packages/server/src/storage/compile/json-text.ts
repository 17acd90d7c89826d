import { quoteText } from '../names.js'

/**
 * A part of a JSON text that the database builds: literal text or an SQL text expression. The database concatenates them, so
 * JSON values are never parsed or built again, however deeply they nest. The number of keys has no limit either.
 */
export type Piece = { readonly literal: string } | { readonly sql: string }

/** PostgreSQL functions take at most 100 arguments, SQLite's about as many. Longer lists are nested. */
const argumentsPerCall = 90

/** Returns an SQL text expression that joins the pieces. A piece that is NULL becomes the empty string. */
export function joinPieces(pieces: readonly Piece[]): string {
  const parts: string[] = []
  let literal = ''
  for (const piece of pieces) {
    if ('literal' in piece) {
      literal += piece.literal
      continue
    }
    if (literal) parts.push(quoteText(literal))
    literal = ''
    parts.push(piece.sql)
  }
  if (literal) parts.push(quoteText(literal))
  return concat(parts)
}

function concat(parts: readonly string[]): string {
  if (parts.length <= argumentsPerCall) return `concat(${parts.join(',')})`
  const groups: string[] = []
  for (let at = 0; at < parts.length; at += argumentsPerCall) {
    groups.push(concat(parts.slice(at, at + argumentsPerCall)))
  }
  return concat(groups)
}

/** Returns the pieces of a JSON object. Each value consists of the pieces of a JSON text. */
export function objectPieces(members: readonly (readonly [key: string, value: readonly Piece[]])[]): Piece[] {
  const pieces: Piece[] = [{ literal: '{' }]
  members.forEach(([key, value], index) => {
    pieces.push({ literal: `${index > 0 ? ',' : ''}${JSON.stringify(key)}:` }, ...value)
  })
  pieces.push({ literal: '}' })
  return pieces
}
