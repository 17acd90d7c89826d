import { quote, quoteText } from '../names.js'
import type { Side } from './sides.js'

/**
 * Tables whose ids span at least this range are sampled. Counting 2,000,000 links takes SQLite 50 ms, and 140 ms grouped by
 * parent; PostgreSQL takes 100 ms, and up to 1.2 s grouped.
 */
const counted = 1_000_000
/** The number of ids in a sample. They are evenly spaced, so that both databases sample the same rows. */
const sampled = 500
/** How many ids of the sample must exist. If fewer do, the rows are clustered and are counted instead. */
const enough = 50

/** Returns SQL for the number of rows of a table. */
export function rowsSql(table: string): string {
  const name = quote(table)
  const estimated = `(high - low + 1) * found / ${sampled}`
  return `${sampleOf(name)} SELECT CASE WHEN found >= ${enough} THEN concat(${estimated}) ELSE (SELECT concat(count(*)) FROM ${name}) END
    FROM sample`
}

/** Returns SQL for three numbers: parents, rows that have a parent, and the sum of the squared row counts of the parents. */
export function spreadSql({ table, columns, of }: Side): string {
  const name = quote(table)
  const parent = columns.map(quote)
  const names = parent.join(', ')
  const present = parent.map((column) => `${column} IS NOT NULL`).join(' AND ')
  const counts = of ? ` AND ${quote(of.column)} = ${quoteText(of.value)}` : ''
  const exact = `SELECT concat(count(*), ' ', coalesce(sum(n), 0), ' ', coalesce(sum(n * n), 0))
    FROM (SELECT count(*) AS n FROM ${name} WHERE ${present}${counts} GROUP BY ${names}) spread`
  const values = parent.map(
    (column) => `(SELECT ${column} FROM ${name} links WHERE ${isPicked('links')}${counts}) AS ${column}`,
  )
  const same = parent.map((column) => `links.${column} = parents.${column}`).join(' AND ')
  // A sampled row whose parent has n rows stands for 1/n parents. The rows of a parent are counted once, however often it is
  // sampled.
  const estimated = `${picks},
      named AS (SELECT ${values.join(', ')} FROM picks, bounds),
      parents AS (SELECT ${names}, count(*) AS hits FROM named WHERE ${present} GROUP BY ${names}),
      sized AS (SELECT hits * (high - low + 1.0) / ${sampled} AS weight, (SELECT count(*) FROM ${name} links WHERE ${same}${counts}) AS n
        FROM parents, bounds)
    SELECT concat(coalesce(sum(weight / n), 0), ' ', coalesce(sum(weight), 0), ' ', coalesce(sum(weight * n), 0)) FROM sized`
  return `${sampleOf(name)} SELECT CASE WHEN found >= ${enough} THEN (${estimated}) ELSE (${exact}) END FROM sample`
}

const picks = `WITH RECURSIVE picks(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM picks WHERE i < ${sampled - 1})`

const isPicked = (alias: string) => `${alias}."id" = low + (high - low) * i / ${sampled - 1}`

/**
 * Returns SQL with the first and last id and with the number of sampled ids that exist. There is a query for each of min and
 * max, since SQLite reads the whole table for both together. Each id is looked up separately, since PostgreSQL would read the
 * whole table for an IN.
 */
function sampleOf(name: string): string {
  const hit = `(SELECT count(*) FROM ${name} picked WHERE ${isPicked('picked')})`
  const found = `(${picks} SELECT sum(${hit}) FROM picks, bounds)`
  return `WITH bounds AS (SELECT (SELECT min("id") FROM ${name}) AS low, (SELECT max("id") FROM ${name}) AS high),
    sample AS (SELECT low, high, CASE WHEN high - low >= ${counted} THEN ${found} ELSE 0 END AS found FROM bounds)`
}
