import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { type EmbeddedServer, freePort, newFolder, newServer, startIn } from './embedded-postgres.js'

/** A primary and the standbys that follow it. */
export interface PostgresCluster {
  readonly primary: EmbeddedServer
  readonly standbys: readonly EmbeddedServer[]
  stop(): Promise<void>
}

/** Starts a primary and copies of its folder, each of which streams from it. */
export async function startCluster(
  standbys: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresCluster> {
  const first = await newServer(settings)
  const folders: string[] = []
  for (let index = 0; index < standbys; index++) {
    const folder = await newFolder()
    folders.push(folder)
    // `cp` keeps the owner, who is not this user where tests run as root.
    await promisify(execFile)('cp', ['-a', `${first.folder}/.`, folder])
    await writeFile(join(folder, 'standby.signal'), '')
  }
  const primary = await first.start()
  const followers = await Promise.all(
    folders.map(async (folder, index) =>
      startIn(folder, await freePort(), { ...settings, primary_conninfo: conninfo(first.port, `standby${index}`) }),
    ),
  )
  return {
    primary,
    standbys: followers,
    async stop() {
      // Standbys first: the primary waits for what it has to send them.
      await Promise.all(followers.map((server) => server.stop()))
      await primary.stop()
    },
  }
}

const conninfo = (port: number, name: string) =>
  `host=127.0.0.1 port=${port} user=test password=test application_name=${name}`

/** Runs a statement on a server, and returns the first column of the first row. */
export async function runOn(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
