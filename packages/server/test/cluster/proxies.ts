import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../support/embedded-postgres.js'
import { eventually } from '../support/eventually.js'

/** Returns whether a program is installed. If not, prints that the run goes on without it. */
export function isInstalled(program: string): boolean {
  const isFound = spawnSync(program, ['-h']).error === undefined
  if (!isFound) process.stdout.write(`${program} is not installed: this run goes on without it\n`)
  return isFound
}

/** Runs a program with a configuration file until the test ends, and waits until it listens. */
async function run(program: string, args: (file: string) => string[], config: string, port: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-proxy-'))
  const file = join(folder, `${program}.conf`)
  writeFileSync(file, config)
  // A user without rights must be able to read it.
  chmodSync(folder, 0o755)
  const child: ChildProcess = spawn(program, args(file), { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  })
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${said}`)
    return listens(port)
  })
}

function listens(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(void socket.destroy())).once('error', reject)
  })
}

/**
 * Starts PgBouncer in transaction mode in front of the servers. Returns one URL per server, which leads
 * through PgBouncer.
 */
export async function startPgBouncer(urls: readonly string[]): Promise<string[]> {
  const port = await freePort()
  const databases = urls.map((url, index) => {
    const { hostname, port: serverPort, username, password, pathname } = new URL(url)
    return `server${index} = host=${hostname} port=${serverPort} user=${username} password=${password} dbname=${pathname.slice(1)}`
  })
  const config = [
    '[databases]',
    ...databases,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 500',
    'default_pool_size = 20',
  ]
  // PgBouncer doesn't run as root.
  const user = userInfo().uid === 0 ? ['-u', 'postgres'] : []
  await run('pgbouncer', (file) => [...user, file], `${config.join('\n')}\n`, port)
  return urls.map((_, index) => `postgres://test:test@127.0.0.1:${port}/server${index}`)
}

/** Starts HAProxy, which distributes requests among the services. Returns its address. */
export async function startHaproxy(services: readonly { readonly url: string }[]): Promise<string> {
  const port = await freePort()
  const config = `
global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s
  option http-keep-alive
frontend clients
  bind 127.0.0.1:${port}
  default_backend services
backend services
  balance roundrobin
  option httpchk GET /readyz
${services.map(({ url }, index) => `  server service${index} ${new URL(url).host} check inter 1s fall 5`).join('\n')}
`
  await run('haproxy', (file) => ['-db', '-f', file], config, port)
  return `http://127.0.0.1:${port}`
}
