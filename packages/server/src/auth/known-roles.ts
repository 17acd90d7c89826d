import type { EntryLine } from '../entries/transfer/entry-line.js'
import type { Lines } from '../entries/transfer/import-entries.js'
import { roleType } from '../query/account-types.js'
import type { Role } from '../storage/accounts/roles.js'
import { lastingRoles } from './roles.js'

type Line = string | EntryLine

/**
 * The lines without the roles that every service makes itself and that are there under the same id: an export can be read
 * into a new database. They come as empty lines, so that the others keep their numbers.
 */
export async function* withoutKnownRoles(lines: Lines, there: readonly Role[]): AsyncGenerator<Line> {
  const known = new Map(there.filter(isLasting).map(({ id, type }) => [id, type]))
  for await (const line of lines) yield isKnown(line, known) ? '' : line
}

const isLasting = ({ type }: Role) => (lastingRoles as readonly string[]).includes(type)

function isKnown(line: Line, known: ReadonlyMap<number, string>): boolean {
  // Most lines are of other types: they are read once, by the import.
  if (typeof line === 'string' && !line.includes(roleType)) return false
  try {
    const { type, id, attributes } = (typeof line === 'string' ? JSON.parse(line) : line) as EntryLine
    return type === roleType && known.has(id) && known.get(id) === attributes['type']
  } catch {
    return false
  }
}
