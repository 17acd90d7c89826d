import { open } from 'node:fs/promises'
import sqlite3 from 'sqlite3'
import type { OwnLayout } from '../../layout/own-layout.js'
import { describeUnmanagedTables } from '../unmanaged-tables.js'
import { recordTable } from '../../layout/layout-names.js'

/**
 * The byte of a SQLite file that shows whether it has a write-ahead log, and its value without one
 * (fileformat2.html, section 1.3).
 */
const writeVersion = { offset: 18, withoutLog: 1 }

/**
 * Rejects the file of another application before anything in it changes: opening it normally would switch it
 * to a write-ahead log. Files that already have such a log are opened, and rejected later when their tables
 * are compared.
 *
 * @throws Error when the file has tables of the layout that this service didn't create
 */
export async function rejectUnmanagedFile(path: string, layout: OwnLayout): Promise<void> {
  if (!(await isWithoutLog(path))) return
  const present = new Set(await tableNames(path))
  if (present.has(recordTable)) return
  const taken = layout.tables.map(({ name }) => name).filter((name) => present.has(name))
  const reasons = describeUnmanagedTables(taken, present)
  if (reasons.length > 0) throw new Error(reasons.join('\n'))
}

async function isWithoutLog(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { offset } = writeVersion
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(1), position: offset })
    return bytesRead === 1 && buffer[0] === writeVersion.withoutLog
  } finally {
    await file.close()
  }
}

async function tableNames(path: string): Promise<string[]> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(path, sqlite3.OPEN_READONLY, (error) =>
      error ? reject(error) : resolve(opened),
    )
  })
  try {
    return await new Promise((resolve, reject) => {
      database.all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`, (error, rows) =>
        error ? reject(error) : resolve(rows.map(({ name }) => name)),
      )
    })
  } finally {
    await new Promise<void>((resolve) => database.close(() => resolve()))
  }
}
