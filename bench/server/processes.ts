import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface Running {
  readonly url: string
  /** Milliseconds from the start of the process to the first response with status 200. */
  readonly bootMs: number
  /** Current resident memory in MB. */
  memory(): Promise<number>
  /** CPU time of the process in milliseconds; NaN without /proc. */
  processorTime(): Promise<number>
  stop(): Promise<void>
  /** Ends the process without giving it time to clean up. */
  kill(): Promise<void>
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const ownCli = here('../../packages/server/bundle/bin/content-api.js')

/** Starts the handwritten server on a database file, in a separate process. */
export function startHandwritten(project: string, file: string): Promise<Running> {
  return start(['--import', 'tsx', here('./handwritten-main.ts'), file, project], '/constant')
}

/** Starts a `node:http` server with a constant response, in a separate process. */
export function startConstant(): Promise<Running> {
  return start([here('../peers/constant.mjs')], '/')
}

export interface ReferenceOptions {
  /** The bundle of the command line. By default that of this repository. */
  readonly cli?: string
  /** Additional arguments of the `start` command. */
  readonly more?: readonly string[]
  /** A module that node loads before the server. */
  readonly preload?: string
}

/** Starts the reference server (packages/server) in its bundled form, as it is published. */
export function startReference(
  project: string,
  file: string,
  probe: string,
  { cli = ownCli, more = [], preload }: ReferenceOptions = {},
): Promise<Running> {
  const flags = preload === undefined ? [] : ['--import', preload]
  const args = [...flags, cli, 'start', '--project', project, '--database', file, '--port', '0', ...more]
  return start(args, probe)
}

async function start(args: readonly string[], probe: string): Promise<Running> {
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await printedAddress(child)
  await firstResponse(`${url}${probe}`)
  const bootMs = performance.now() - started
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  return {
    url,
    bootMs,
    memory: () => residentMegabytes(child.pid as number),
    processorTime: () => processorMilliseconds(child.pid as number),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Reads the address from the output: both servers print the address that they listen on. */
function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened`)))
    const lines = createInterface({ input: child.stdout as Readable })
    lines.on('line', (line) => {
      const address = /https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(line)
      if (!address) return
      // The log is discarded, because this process sends the requests and must not spend time on reading it.
      lines.close()
      child.stdout?.resume()
      resolve(address[0])
    })
  })
}

async function firstResponse(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Returns the resident memory from /proc if it exists, or else from the output of ps. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  const kilobytes = status && /VmRSS:\s+(\d+)/.exec(status)?.[1]
  if (kilobytes) return Number(kilobytes) / 1024
  const { stdout: printed } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(printed.trim()) / 1024
}

/** Returns the processor time of a process; NaN without /proc. */
export async function processorMilliseconds(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  // Per-thread times are exact to the nanosecond, if the kernel records them. Pool threads don't exit, so no
  // thread's time is lost.
  const times = await Promise.all(
    threads.map(async (thread) =>
      Number((await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '')).split(' ')[0]),
    ),
  )
  const nanoseconds = times.reduce((sum, time) => sum + time, 0)
  if (nanoseconds > 0) return nanoseconds / 1_000_000
  // The user and system times are in hundredths of a second.
  const fields = await statFields(pid)
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Returns the fields of /proc/<pid>/stat after the process name, which may contain spaces. */
export async function statFields(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
