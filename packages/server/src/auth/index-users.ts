import type { Database, WriteTransaction } from '../storage/database.js'
import { quote } from '../storage/names.js'
import { StatementBuilder } from '../storage/statement.js'
import { userColumns } from '../storage/system-tables.js'
import { findTaken, identityColumns, userTable } from './user-store.js'

const batch = 500

/**
 * Makes users that were imported able to sign in: gives them the keys by which they are found.
 * @returns the ids of those whose name or address, as people see it, is another one's: they stay as they are
 */
export async function indexUsers(database: Database): Promise<number[]> {
  const clashing: number[] = []
  let last = 0
  for (;;) {
    const rows = JSON.parse((await database.read(missing(database, last))) ?? '[]') as number[]
    if (rows.length === 0) return clashing
    await database.write(async (transaction) => {
      for (const id of rows) if (!(await indexUser(transaction, id))) clashing.push(id)
    })
    last = rows.at(-1) as number
  }
}

function missing(database: Database, last: number) {
  const { dialect } = database
  const builder = new StatementBuilder(dialect)
  const without = `(${quote(userColumns.emailKey)} IS NULL OR ${quote(userColumns.usernameKey)} IS NULL)`
  const ids =
    `SELECT ${dialect.json('id', '"id"')} AS item FROM ${quote(userTable(database))} ` +
    `WHERE ${without} AND "id" > ${builder.bind('id', last)} ORDER BY "id" LIMIT ${batch}`
  return builder.finish(`SELECT concat('[', ${dialect.aggregate('item')}, ']') AS body FROM (${ids}) users`)
}

async function indexUser(transaction: WriteTransaction, id: number): Promise<boolean> {
  const builder = new StatementBuilder(transaction.dialect)
  const [row] = await transaction.query(
    builder.finish(
      `SELECT "username", "email" FROM ${quote(userTable(transaction))} WHERE "id" = ${builder.bind('id', id)}`,
    ),
  )
  const keys = identityColumns(row ?? {})
  if (await findTaken(transaction, keys, id)) return false
  if (Object.keys(keys).length > 0) await transaction.update(userTable(transaction), id, keys)
  return true
}
