import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect } from '../dialects/dialect.js'
import type { Statement } from '../dialects/statement.js'
import type { Layout } from '../layout/layout.js'
import { quote } from '../layout/names.js'
import type { ReadPlan } from '../plan/read-plan.js'
import { statementOf } from '../read/read.js'
import type { ReadOnlyConnection } from './open.js'

/** An index to try, and a read that it may speed up. */
export interface IndexTrial {
  readonly index: { readonly name: string; readonly table: string; readonly columns: readonly string[] }
  readonly plan: ReadPlan
}

/** The duration of the read in milliseconds, without and with the index. */
export interface TriedIndex {
  readonly trial: IndexTrial
  readonly without: number
  readonly with: number
}

interface TrialOptions {
  readonly connection: ReadOnlyConnection
  readonly layout: Layout
  readonly dialect: Dialect
}

/** A copy of tables, in which indexes can be created. */
export interface TrialCopy {
  /** Prepares the table of a trial, without the index. */
  prepare(trial: IndexTrial): Promise<void>
  createIndex(sql: string): Promise<void>
  read(statement: Statement): Promise<unknown>
  close(): Promise<void>
}

/**
 * Measures reads with and without indexes in a copy of the content, so that the database isn't changed: in a
 * copy of the file on SQLite, in a temporary table on PostgreSQL. On SQLite, a trial has the indexes of the
 * trials before it.
 *
 * @throws Error without the disk space, or the right to create temporary tables
 */
export async function tryIndexes(
  trials: readonly IndexTrial[],
  { connection, layout, dialect }: TrialOptions,
): Promise<readonly TriedIndex[]> {
  const folder = await mkdtemp(join(tmpdir(), 'index-trials-'))
  try {
    const copy = await openCopy(connection, join(folder, 'copy.db'))
    try {
      const tried: TriedIndex[] = []
      let indexed = layout
      for (const trial of trials) {
        const { index, plan } = trial
        const read = (target: Layout) => durationOf(() => copy.read(statementOf(plan, { layout: target, dialect })))
        await copy.prepare(trial)
        const before = await read(indexed)
        indexed = withIndex(indexed, index)
        await copy.createIndex(
          `CREATE INDEX ${quote(index.name)} ON ${quote(index.table)} (${index.columns.map(quote).join(', ')})`,
        )
        tried.push({ trial, without: before, with: await read(indexed) })
      }
      return tried
    } finally {
      await copy.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the layout of the tables with one more index. */
function withIndex(layout: Layout, { table, columns: [first] }: IndexTrial['index']): Layout {
  return {
    ...layout,
    schema(uid) {
      const schema = layout.schema(uid)
      const isFirst = (name: string) => schema.table === table && schema.column(name) === first
      return { ...schema, startsIndex: (name) => isFirst(name) || schema.startsIndex(name) }
    },
  }
}

/** Copies the content into a SQLite file, or opens a connection to PostgreSQL for temporary tables. */
async function openCopy(connection: ReadOnlyConnection, file: string): Promise<TrialCopy> {
  if (connection.dialect === 'postgres')
    return (await import('./postgres/temporary-tables.js')).openTemporaryTables(connection)
  return (await import('./sqlite/file-copy.js')).copyFile(connection.file, file)
}

/** A read runs this often, but not longer than `longest` milliseconds together. */
const runs = 15
const longest = 1_500

/** Returns the shortest duration, after one run that fills caches: other work of the machine only adds time. */
async function durationOf(read: () => Promise<unknown>): Promise<number> {
  await read()
  const durations: number[] = []
  const begun = performance.now()
  while (durations.length < runs && (durations.length < 3 || performance.now() - begun < longest)) {
    const started = performance.now()
    await read()
    durations.push(performance.now() - started)
  }
  return Math.min(...durations)
}
