import type { WriteTransaction } from '../database/database.js'
import type { LinkLayout } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { run } from './bound.js'

type LinkTable = Extract<LinkLayout, { kind: 'join' | 'morphJoin' }>

/**
 * Replaces the links of row `to` with those of row `from`. Links that both have keep their positions in the
 * lists of the other side.
 */
export async function copyLinkRows(tx: WriteTransaction, link: LinkTable, from: number, to: number): Promise<void> {
  const table = quote(link.table)
  const [source, target, order] = [link.source, link.target, link.order].map(quote) as [string, string, string]
  const keys = link.kind === 'join' ? [target] : [target, quote(link.type)]
  await run(tx, (builder) => {
    const mine = `${table}.${source} = ${builder.bind('id', to)}`
    const same = keys.map((key) => `s.${key} = ${table}.${key}`).join(' AND ')
    const theirs = `SELECT 1 FROM ${table} AS s WHERE s.${source} = ${builder.bind('id', from)} AND ${same}`
    return `DELETE FROM ${table} WHERE ${mine} AND NOT EXISTS (${theirs})`
  })
  await run(tx, (builder) => {
    const inverse = link.kind === 'join' && link.inverseOrder ? quote(link.inverseOrder) : null
    const atEnd = `COALESCE((SELECT MAX(i.${inverse}) FROM ${table} AS i WHERE i.${target} = s.${target}), 0) + 1`
    const columns = [source, ...keys, order, ...(inverse ? [inverse] : [])].join(', ')
    const own = builder.bind('id', to)
    const values = [own, ...keys.map((key) => `s.${key}`), `s.${order}`, ...(inverse ? [atEnd] : [])].join(', ')
    const theirs = `SELECT ${values} FROM ${table} AS s WHERE s.${source} = ${builder.bind('id', from)}`
    const moved = `SET ${order} = excluded.${order} WHERE ${table}.${order} <> excluded.${order}`
    const present = `ON CONFLICT (${[source, ...keys].join(', ')}) DO UPDATE ${moved}`
    return `INSERT INTO ${table} (${columns}) ${theirs} ${present}`
  })
}
