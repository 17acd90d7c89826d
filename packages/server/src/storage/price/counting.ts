import { quote, quoteText } from '../names.js'
import type { Side } from './sides.js'

/**
 * Ids between the first and the last of a table from which on rows are sampled: to count 2,000,000 links takes SQLite 50 ms, and
 * by parents 140 ms; PostgreSQL 100 ms and up to 1.2 s.
 */
const counted = 1_000_000
/** Ids of a sample, evenly spaced, so that both databases take the same rows. */
const sampled = 500
/** Of these, how many must exist: rows that lie in fewer places are counted. */
const enough = 50

/** SQL of the number of rows of a table. */
export function rowsSql(table: string): string {
  const name = quote(table)
  const estimated = `(high - low + 1) * found / ${sampled}`
  return `${sampleOf(name)} SELECT CASE WHEN found >= ${enough} THEN concat(${estimated}) ELSE (SELECT concat(count(*)) FROM ${name}) END
    FROM sample`
}

/** SQL of the number of parents, that of their rows, and the sum of the squares of how many each has. */
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
  // A sampled row of n stands for an nth of its parent. The rows of a parent are counted once, however often it is sampled.
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
 * The first and the last id, each on its own since SQLite reads the whole table for both at once, and how many ids of the sample
 * exist, each looked up since PostgreSQL would rather read the whole table for an IN.
 */
function sampleOf(name: string): string {
  const hit = `(SELECT count(*) FROM ${name} picked WHERE ${isPicked('picked')})`
  const found = `(${picks} SELECT sum(${hit}) FROM picks, bounds)`
  return `WITH bounds AS (SELECT (SELECT min("id") FROM ${name}) AS low, (SELECT max("id") FROM ${name}) AS high),
    sample AS (SELECT low, high, CASE WHEN high - low >= ${counted} THEN ${found} ELSE 0 END AS found FROM bounds)`
}
