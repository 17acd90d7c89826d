import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sqlite3 from 'sqlite3'

export interface Databases {
  /**
   * A project with only the schemas of the atlas example (examples/atlas), because the handwritten server has
   * neither hooks nor permissions.
   */
  readonly project: string
  /** A database with all 171,075 cities, to which the reference server also writes. */
  readonly full: string
  /** A copy of the full database that no server writes to. */
  readonly unchanged: string
  /** A copy of the full database for the handwritten server, which also writes to it. */
  readonly handwritten: string
  /** A database with 1,000 cities. */
  readonly small: string
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Loads the atlas once, as `npm start` does, and copies the file for each use. */
export async function prepareDatabases(): Promise<Databases> {
  const atlas = here('../../examples/atlas')
  const folder = here('../.data')
  const loaded = join(folder, 'atlas.db')
  await mkdir(folder, { recursive: true })
  if (!(await stat(loaded).catch(() => null))) {
    console.log('Loading the atlas …')
    const args = [join(atlas, 'start.mjs'), '--load-only', '--database', loaded]
    await promisify(execFile)(process.execPath, args)
  }
  const [full, unchanged, handwritten, small] = ['full', 'unchanged', 'handwritten', 'small'].map((name) =>
    join(folder, `${name}.db`),
  ) as [string, string, string, string]
  for (const copy of [full, unchanged, handwritten, small]) {
    await Promise.all(['', '-wal', '-shm'].map((end) => rm(`${copy}${end}`, { force: true })))
    await copyFile(loaded, copy)
  }
  await execute(small, ['DELETE FROM cities WHERE id > 1000', 'VACUUM'])
  return { project: await copySchemas(atlas, join(folder, 'project')), full, unchanged, handwritten, small }
}

async function copySchemas(from: string, to: string): Promise<string> {
  await rm(to, { recursive: true, force: true })
  const isSchema = async (path: string) => path.endsWith('.json') || (await stat(path)).isDirectory()
  await cp(join(from, 'src'), join(to, 'src'), { recursive: true, filter: isSchema })
  // The benchmark sends more logins than the rate limit permits per client.
  const config = { i18n: { locales: ['en', 'fr'] }, auth: { rateLimit: { attempts: 1_000_000 } } }
  await writeFile(join(to, 'content-api.config.json'), JSON.stringify(config))
  return to
}

async function execute(file: string, statements: readonly string[]): Promise<void> {
  const database = new sqlite3.Database(file)
  for (const statement of statements) {
    await new Promise<void>((resolve, reject) => {
      database.run(statement, (error: Error | null) => (error ? reject(error) : resolve()))
    })
  }
  await new Promise<void>((resolve) => database.close(() => resolve()))
}
