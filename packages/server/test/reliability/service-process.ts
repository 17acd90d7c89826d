import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Connection } from '@content-api/engine/database'
import type { ConfigInput } from '@content-api/core/config/schema'
import { createContentApi } from '../../src/index.js'
import { commandFile } from '../support/command-file.js'

const probe = new URL('process-probe.mjs', import.meta.url).href
const statementProbe = new URL('statement-probe.mjs', import.meta.url).href
type WhenOver = (end: () => void) => void

/** The model of the recorded Strapi project. */
export const oracleModel = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

/**
 * Creates a folder with the schemas of the recorded model and a configuration.
 * @param whenOver runs a function that deletes it: after the test, or with `cleanUpAfterFile` after the file
 */
export function projectFolder(config: ConfigInput = {}, whenOver: WhenOver = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-project-'))
  whenOver(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(oracleModel, 'src'), join(folder, 'src'), { recursive: true })
  writeFileSync(join(folder, 'content-api.config.json'), JSON.stringify(config))
  return folder
}

export interface JsonResponse {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: {
    readonly data: { readonly id: number; readonly attributes: Record<string, unknown> }
    readonly error?: { readonly name: string; readonly message: string }
  }
}

/** A server in its own process, as `content-api start` creates it. */
export interface ServiceProcess {
  readonly url: string
  /** Milliseconds from the start of the process to the first response. */
  readonly readyAfter: number
  /** Sends a request such as `PUT /api/tags/1` with the body `{ data }`. Rejects when the connection breaks. */
  ask(line: string, data?: unknown): Promise<JsonResponse>
  /** Sends SIGKILL: the process can't shut down cleanly. */
  kill(): Promise<void>
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>
  /** The exit code, once the process has ended. */
  ended(): Promise<number | null>
  /** Resolves when the output matches. */
  says(text: RegExp): Promise<RegExpExecArray>
  readonly pid: number
  /** Returns whether the process is running. */
  alive(): boolean
  /** Returns the output so far. */
  output(): string
  /** Only with `probed`. */
  memory(): Promise<Memory>
  /** Only with `probed`: the kinds of open resources that keep the process alive: sockets, timers, files. */
  openResources(): Promise<readonly string[]>
  /** Only with `probed`: the 99th percentile of the event loop's delay since the last call, in milliseconds. */
  loopDelay(): Promise<number>
  /** Only with `probed`: the milliseconds of processor time. */
  processorTime(): Promise<number>
  /** Only with `probed`: the milliseconds of processor time of the main thread, of all threads where no system knows. */
  mainThreadTime(): Promise<number>
  /** Only with `probed`: opens files until no more can be opened, or closes them. Returns their number. */
  openFiles(change: 'exhaust' | 'release'): Promise<number>
  /** Only with `counted`: the number of statements sent to the database so far. */
  statements(): Promise<number>
}

export interface Memory {
  /** Bytes in use after a garbage collection. */
  readonly heapUsed: number
  /** Resident bytes, and on Linux their maximum since the last call. */
  readonly rss: number
  readonly maxRss: number
}

function databaseArgument(connection: Connection): string {
  return connection.dialect === 'sqlite' ? connection.file : connection.url
}

/** Returns the arguments of `content-api start` on a free port. */
function startArguments(project: string, connection: Connection | null, allowDataLoss: boolean): string[] {
  const allowed = allowDataLoss ? ['--allow-data-loss'] : []
  const database = connection ? ['--database', databaseArgument(connection)] : []
  return [commandFile, 'start', '--project', project, '--port', '0', ...database, ...allowed]
}

export interface SpawnOptions {
  /** A program that runs node, with its arguments. */
  readonly under?: readonly string[]
  /** Makes the process report its memory, its delays and its processor time. */
  readonly probed?: boolean
  /** Counts the statements that it sends to its database. */
  readonly counted?: boolean
  /** Allows the start to drop what the schemas no longer have. */
  readonly allowDataLoss?: boolean
  readonly environment?: Readonly<Record<string, string>>
  /** Further arguments of the command. */
  readonly more?: readonly string[]
  /** Runs a function that ends the process: after the test, or with `cleanUpAfterFile` after the file. */
  readonly whenOver?: WhenOver
}

/**
 * Starts a server in its own process.
 * @throws Error with the output of the process when it ends before it serves
 */
export async function startService(
  project: string,
  /** Null uses the database of the project's configuration. */
  connection: Connection | null,
  {
    under = [],
    probed = false,
    counted = false,
    allowDataLoss = false,
    environment = {},
    more = [],
    whenOver = onTestFinished,
  }: SpawnOptions = {},
): Promise<ServiceProcess> {
  const begun = performance.now()
  const flags = [
    ...(probed ? ['--expose-gc', '--import', probe] : []),
    ...(counted ? ['--import', statementProbe] : []),
  ]
  const command = [process.execPath, ...flags, ...startArguments(project, connection, allowDataLoss), ...more]
  const [program = '', ...args] = [...under, ...command]
  // Killing only the program in `under` would leave the server running, so both form a process group.
  const detached = under.length > 0
  const child = spawn(program, args, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe', ...(flags.length > 0 ? (['ipc'] as const) : [])],
    detached,
    env: { ...process.env, ...environment },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  whenOver(() => {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (detached && child.pid !== undefined && !hasEnded) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  })
  const origin = await addressOf(child, () => said)
  const ask = (line: string, data?: unknown) => exchange(origin, line, data)
  await ask('GET /api/tags?pagination[pageSize]=1')
  return {
    url: origin,
    readyAfter: performance.now() - begun,
    ask,
    pid: child.pid ?? 0,
    alive: () => child.exitCode === null && child.signalCode === null,
    output: () => said,
    memory: () => question<Memory>(child, 'memory'),
    openResources: async () => (await question<{ open: readonly string[] }>(child, 'open')).open,
    loopDelay: async () => (await question<{ milliseconds: number }>(child, 'delay')).milliseconds,
    processorTime: async () => (await question<{ milliseconds: number }>(child, 'processor')).milliseconds,
    mainThreadTime: async () => (await question<{ main: number }>(child, 'processor')).main,
    openFiles: async (change) => (await question<{ files: number }>(child, change)).files,
    statements: async () => (await question<{ statements: number }>(child, 'statements')).statements,
    ended: () => exitOf(child),
    says: (text) => saying(child, text, () => said),
    async kill() {
      child.kill('SIGKILL')
      await exitOf(child)
    },
    async stop() {
      child.kill('SIGTERM')
      return exitOf(child)
    },
  }
}

/** Sends a message to the probe and returns its response. Concurrent calls would mix up their responses. */
async function question<Reply>(
  child: ChildProcess,
  what: 'memory' | 'open' | 'delay' | 'processor' | 'statements' | 'exhaust' | 'release',
): Promise<Reply> {
  const response = once(child, 'message') as Promise<[Reply]>
  child.send(what)
  return (await response)[0]
}

/** Checks the output again with each part. Rejects when the process ends without a match. */
function saying(child: ChildProcess, text: RegExp, said: () => string): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = text.exec(said())
      if (!match) return
      child.stdout?.off('data', look)
      child.stderr?.off('data', look)
      resolve(match)
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    look()
    child.once('close', () => reject(new Error(`The server ended and did not say ${text}:\n${said()}`)))
  })
}

async function addressOf(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const hear = () => {
      const url = /http:\/\/[^/\s]+/.exec(said())?.[0]
      if (!url) return
      // Searching all output again with each line would delay the requests that a test measures.
      child.stdout?.off('data', hear)
      child.stderr?.off('data', hear)
      resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}:\n${said()}`)))
  })
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** A service in the process of the test, which opens in a tenth of the processor time of the command. */
export interface ServiceInProcess extends Pick<ServiceProcess, 'ask'> {
  close(): Promise<void>
}

/** Opens a service in this process: it changes the tables and creates the roles as `content-api start` does. */
export async function openInProcess(
  project: string,
  connection: Connection,
  { allowDataLoss = false } = {},
): Promise<ServiceInProcess> {
  const api = await createContentApi({ project, database: connection, allowDataLoss })
  return {
    ask: (line, data) => exchange('http://localhost', line, data, (request) => api.fetch(request)),
    close: () => api.close(),
  }
}

async function exchange(
  origin: string,
  line: string,
  data: unknown,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<JsonResponse> {
  const [method = '', path = ''] = line.split(' ')
  const body =
    data === undefined ? {} : { body: JSON.stringify({ data }), headers: { 'content-type': 'application/json' } }
  const response = await send(new Request(origin + path, { method, ...body }))
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as JsonResponse['body'],
  }
}

/** Returns the ids of a populated relation, in its order. */
export function relatedIds({ body }: JsonResponse, name: string): number[] {
  const { data } = body.data.attributes[name] as { data: readonly { id: number }[] }
  return data.map(({ id }) => id)
}

/** Returns a number from the environment, or a default. The long run sets higher numbers. */
export function amount(name: string, usual: number): number {
  return Number(process.env[name] ?? usual)
}

/**
 * Returns a limit on measured time, in milliseconds unless its name says otherwise. Only the long run sets
 * limits, on a machine without other work. `npm test` prints the figures and judges none.
 */
export function timeLimit(name: string): number {
  return amount(name, Number.POSITIVE_INFINITY)
}

/** Returns reproducible random numbers. */
export function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
