import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresDatabase, startPostgresDatabase } from '../../../../scripts/lib/postgres-database.mjs'
import type { StrapiProcess } from '../strapi-round-trip/strapi-project.js'
import { type BesideProcess, startBeside } from './beside-process.js'
import { HttpClient } from './http-client.js'
import { createRecordedProject, type ProofTarget, type RecordedProject } from './recorded-project.js'

export type Say = (line: string) => void

/** A zone that isn't UTC, whose offset isn't a whole number of hours. */
export const timeZone = 'Asia/Kolkata'

/** Strapi and the server beside it, on one project and one database. */
export interface TwoSides extends ProofTarget {
  readonly project: RecordedProject
  /** Sends requests to Strapi itself. */
  readonly theirs: HttpClient
  /** Sends requests to the server beside Strapi. */
  readonly ours: HttpClient
  readonly strapi: StrapiProcess
  readonly beside: BesideProcess
  /** The server of a PostgreSQL database. */
  readonly postgres: PostgresDatabase | undefined
}

export interface SidesOptions {
  readonly target: ProofTarget
  readonly say: Say
  /** The section `beside` of the configuration. */
  readonly settings?: object
  /** Other sections of the configuration. */
  readonly configuration?: object
  /** Runs when Strapi is up, before the server beside it starts. */
  readonly prepare?: (strapi: HttpClient) => Promise<void>
  /** Runs before Strapi starts on the recorded rows. */
  readonly prepareProject?: (project: RecordedProject) => Promise<void>
}

/** Creates a project with its database in a new folder, for the time of `work`. */
export async function withProject<Result>(
  { name, version }: ProofTarget,
  say: Say,
  work: (project: RecordedProject, postgres: PostgresDatabase | undefined) => Promise<Result>,
): Promise<Result> {
  // Strapi converts the path of a mail provider to lower case.
  const folder = join(tmpdir(), `content-api-beside-${randomBytes(6).toString('hex')}`)
  await mkdir(folder)
  const postgres = name === 'postgres' ? await startPostgresDatabase() : undefined
  try {
    return await work(
      await createRecordedProject(folder, { version, postgres: postgres?.url, timeZone, say }),
      postgres,
    )
  } finally {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts Strapi and the server beside it, for the time of `work`. */
export function withSides<Result>(
  { target, say, settings = { verify: false }, configuration = {}, prepare, prepareProject }: SidesOptions,
  work: (sides: TwoSides) => Promise<Result>,
): Promise<Result> {
  return withProject(target, say, async (project, postgres) => {
    await prepareProject?.(project)
    const strapi = await project.start()
    const theirs = new HttpClient(strapi.url)
    try {
      await prepare?.(theirs)
      const beside = await startBeside(project.folder, { strapi: strapi.url, timeZone, settings, configuration })
      const ours = new HttpClient(beside.url)
      say(`Strapi ${target.version} on ${target.name}: ${strapi.url}, beside it: ${beside.url}`)
      try {
        return await work({ ...target, project, theirs, ours, strapi, beside, postgres })
      } finally {
        ours.close()
        await beside.stop()
      }
    } finally {
      theirs.close()
      await strapi.stop('SIGTERM')
    }
  })
}
