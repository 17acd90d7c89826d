import Table from 'cli-table3'
import { printable } from './report-error.js'
import type { ImportSummary } from '@content-api/migrate/entries'

type Cell = string | number | boolean | null | undefined

/** Prints a table that is as wide as its rows need. It has no colours. */
export function printTable(head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  console.log(tableOf(head, rows))
}

export function tableOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const table = new Table({ head: [...head], style: { head: [], border: [] } })
  for (const row of rows)
    table.push(row.map((cell) => (cell === null || cell === undefined ? '' : printable(String(cell)))))
  return table.toString()
}

/** Prints a secret that is shown only once. Only the secret goes to standard output, so that it can be piped. */
export function printSecret(secret: string, about: string): void {
  process.stderr.write(`${about} It is shown only once:\n`)
  console.log(secret)
}

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
