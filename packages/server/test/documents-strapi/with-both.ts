import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { HttpClient } from '../beside/http-client.js'
import type { DatabaseName, RecordedProject } from '../beside/recorded-project.js'
import { type DatabaseAddress, onSqlite } from '../beside/recorded-rows.js'
import { timeZone, withProject } from '../beside/two-sides.js'
import type { StrapiProcess } from '../strapi-round-trip/strapi-project.js'
import { type DocumentsProcess, startDocuments } from './start-documents.js'

/** A project with its own database. */
export interface OwnProject {
  readonly folder: string
  readonly database: DatabaseAddress
}

/** A project of Strapi, and a copy of it with a copy of its database. */
export interface ProjectPair {
  readonly theirs: RecordedProject
  readonly ours: OwnProject
}

/** Strapi, and the server of a copy of its project and its database. */
export interface Both extends ProjectPair {
  readonly strapi: StrapiProcess
  readonly documents: DocumentsProcess
  readonly toTheirs: HttpClient
  readonly toOurs: HttpClient
}

/** Creates a project with the recorded content, and a copy of it, for the time of `work`. */
export function withPair<Result>(
  name: DatabaseName,
  say: (line: string) => void,
  work: (pair: ProjectPair) => Promise<Result>,
): Promise<Result> {
  return withProject({ version: 5, name }, say, async (theirs) => {
    // Strapi writes a few rows when it starts on the recorded content for the first time.
    const first = await theirs.start()
    await first.stop('SIGTERM')
    const ours = await copyProject(theirs, 'ours')
    try {
      return await work({ theirs, ours })
    } finally {
      await rm(ours.folder, { recursive: true, force: true })
    }
  })
}

/** Copies a project beside itself, with its database. Nothing may use the database. */
export async function copyProject({ folder, database }: OwnProject, name: string): Promise<OwnProject> {
  const copy = `${folder}-${name}`
  await cp(folder, copy, { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
  await symlink(realpathSync(join(folder, 'node_modules')), join(copy, 'node_modules'))
  if (database.dialect === 'sqlite') {
    const file = join(copy, '.tmp/data.db')
    await onSqlite(file, (query) => query('PRAGMA wal_checkpoint(TRUNCATE)'))
    return { folder: copy, database: { dialect: 'sqlite', file } }
  }
  const url = await copyPostgres(database.url, name)
  const variables = await readFile(join(copy, '.env'), 'utf8')
  await writeFile(join(copy, '.env'), variables.replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=${url}`))
  return { folder: copy, database: { dialect: 'postgres', url } }
}

async function copyPostgres(url: string, name: string): Promise<string> {
  const source = new URL(url)
  const copy = new URL(url)
  copy.pathname = `/${name.replaceAll('-', '_')}`
  const server = new URL(url)
  server.pathname = '/template1'
  const client = new Client(server.href)
  await client.connect()
  try {
    await client.query(`CREATE DATABASE "${copy.pathname.slice(1)}" TEMPLATE "${source.pathname.slice(1)}"`)
  } finally {
    await client.end()
  }
  return copy.href
}

/** Starts Strapi and the server of the copy, for the time of `work`. */
export async function withBoth<Result>(pair: ProjectPair, work: (both: Both) => Promise<Result>): Promise<Result> {
  const strapi = await pair.theirs.start()
  const toTheirs = new HttpClient(strapi.url)
  try {
    const documents = await startDocuments(pair.ours.folder, timeZone)
    const toOurs = new HttpClient(documents.url)
    try {
      return await work({ ...pair, strapi, documents, toTheirs, toOurs })
    } finally {
      toOurs.close()
      await documents.stop()
    }
  } finally {
    toTheirs.close()
    await strapi.stop('SIGTERM')
  }
}
