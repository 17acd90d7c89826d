import type { ImportSummary } from '@content-api/migrate/entries'
import { tableOf } from './table.js'

/** Describes the content of an import as tables. */
export function describeSummary({ types, tokens, roles, leftOut }: ImportSummary): string {
  const rows = types.map(({ type, ...counts }) => [type, ...Object.values<number>(counts)])
  const parts = [tableOf(['type', 'entries', 'drafts', 'components', 'relations', 'files'], rows)]
  if (tokens > 0) parts.push(`API tokens: ${tokens}`)
  if (roles > 0) parts.push(`Roles with permissions: ${roles}`)
  if (leftOut.length > 0) {
    const left = leftOut.map(({ what, count, reason }) => [what, count, reason])
    parts.push(tableOf(['left out', 'number', 'why'], left))
  }
  return parts.join('\n')
}
