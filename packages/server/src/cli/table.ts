import Table from 'cli-table3'
import { printable } from './printable.js'

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
