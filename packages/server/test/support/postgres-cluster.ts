import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, copyFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { type EmbeddedServer, freePort, newFolder, newServer, startIn } from './embedded-postgres.js'

/** A primary and the standbys that follow it. */
export interface PostgresCluster {
  readonly primary: EmbeddedServer
  readonly standbys: readonly EmbeddedServer[]
  /** Promotes the standby that has received the most WAL, makes the others follow it, and returns it. */
  promote(): Promise<EmbeddedServer>
  stop(): Promise<void>
}

/**
 * Starts a primary and standbys. Each standby starts with a copy of the primary's folder and streams from the
 * primary. All servers accept TLS, with a certificate for localhost, which clients may present too.
 */
export async function startCluster(
  standbys: number,
  more: Readonly<Record<string, string>> = {},
): Promise<PostgresCluster> {
  const settings = { ...more, ssl: 'on', ssl_ca_file: 'root.crt' }
  const first = await newServer(settings)
  await installCertificate(first.folder)
  const folders: string[] = []
  for (let index = 0; index < standbys; index++) {
    const folder = await newFolder()
    folders.push(folder)
    // `cp` keeps the owner, who is another user when tests run as root.
    await promisify(execFile)('cp', ['-a', `${first.folder}/.`, folder])
    await writeFile(join(folder, 'standby.signal'), '')
    const follow = `primary_conninfo = '${conninfo(String(first.port), index)}'\n`
    await appendFile(join(folder, 'postgresql.auto.conf'), follow)
  }
  const primary = await first.start()
  const followers = await Promise.all(folders.map(async (folder) => startIn(folder, await freePort(), settings)))
  return {
    primary,
    standbys: followers,
    async promote() {
      const received = `SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::bigint`
      const bytes = await Promise.all(followers.map(({ url }) => runOn(`${url}/postgres`, received)))
      const most = bytes.map(Number).reduce((best, each, index, all) => (each > (all[best] ?? 0) ? index : best), 0)
      const promoted = followers[most] as EmbeddedServer
      await runOn(`${promoted.url}/postgres`, 'SELECT pg_promote()')
      for (const [index, { url }] of followers.entries()) {
        if (index === most) continue
        const follow = `ALTER SYSTEM SET primary_conninfo = '${conninfo(new URL(promoted.url).port, index)}'`
        await runOn(`${url}/postgres`, follow)
        await runOn(`${url}/postgres`, 'SELECT pg_reload_conf()')
      }
      return promoted
    },
    async stop() {
      // Standbys first: a primary stops only after it has sent everything to its connected standbys.
      await Promise.all(followers.map((server) => server.stop()))
      await primary.stop()
    },
  }
}

const conninfo = (port: string, index: number) =>
  `host=127.0.0.1 port=${port} user=test password=test application_name=standby${index}`

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

const tlsFile = (name: string) => fileURLToPath(new URL(`tls/${name}`, import.meta.url))

/** The certificate authority that signed the certificate of the servers. */
export const authority = tlsFile('ca.pem')
/** The certificate of the servers, and its key. */
export const certificate = { file: tlsFile('server.pem'), key: tlsFile('server-key.pem') }

async function installCertificate(folder: string): Promise<void> {
  const { uid, gid } = await stat(folder)
  for (const [from, to] of [
    [certificate.file, 'server.crt'],
    [certificate.key, 'server.key'],
    [authority, 'root.crt'],
  ] as const) {
    const file = join(folder, to)
    await copyFile(from, file)
    // PostgreSQL rejects a key that others may read.
    await chmod(file, 0o600)
    await chown(file, uid, gid)
  }
}
