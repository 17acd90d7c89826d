import Table from 'cli-table3'
import { printable } from './printable.js'

type Cell = string | number | boolean | null | undefined

/** Rows under their headings, as wide as they need; in pipes without colours, like everywhere. */
export function printTable(head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  console.log(tableOf(head, rows))
}

export function tableOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const table = new Table({ head: [...head], style: { head: [], border: [] } })
  for (const row of rows)
    table.push(row.map((cell) => (cell === null || cell === undefined ? '' : printable(String(cell)))))
  return table.toString()
}

/** A secret that is shown this once: it alone goes to standard output, so that it can be piped on. */
export function printSecret(secret: string, about: string): void {
  process.stderr.write(`${about} It is shown this once:\n`)
  console.log(secret)
}
