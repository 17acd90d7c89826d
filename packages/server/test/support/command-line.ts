import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { runInProcess } from '../../../../tests/support/run-in-process.js'
import { commandFile } from './command-file.js'

export interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface Serving {
  /** Includes the prefix of the REST interface. */
  readonly url: string
  get(path: string): Promise<{ status: number; body: { data: { attributes: Record<string, unknown> }[] } }>
  /** Everything that was printed so far. */
  printed(): string
  /** Waits for the pattern in the output and resolves with the match. The next call searches after it. */
  says(pattern: string | RegExp): Promise<string>
  stop(): Promise<number | null>
}

export interface RunOptions {
  readonly cwd?: string
  readonly input?: string
  readonly environment?: Record<string, string>
}

/** The built command line, in a temporary folder with the project that `init` writes. */
export interface CommandLine {
  readonly folder: string
  readonly project: string
  /** Runs a command to its end. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Result>
  /** Runs a command in the process of the tests, from the sources. A process of its own takes 0.6 s longer. */
  readonly runHere: (args: readonly string[], options?: Omit<RunOptions, 'input'>) => Promise<Result>
  /** Starts a command that serves on a free port. Resolves when it has printed its URL. */
  readonly serve: (args: readonly string[], environment?: Record<string, string>) => Promise<Serving>
  /** Does the same in another folder, with exactly these arguments. */
  readonly serveIn: (cwd: string, args: readonly string[], environment?: Record<string, string>) => Promise<Serving>
}

/** Runs the program of the command line, for `runInProcess`. */
export const loadCommand = (query: string): Promise<unknown> =>
  import(/* @vite-ignore */ `../../src/cli/main.ts${query}`)

export async function createCommandLine(name: string): Promise<CommandLine> {
  const folder = await mkdtemp(join(tmpdir(), `content-api-${name}-`))
  const project = join(folder, 'blog')
  const running = new Set<ChildProcess>()
  const run: CommandLine['run'] = (args, { cwd = project, input = '', environment = {} } = {}) =>
    new Promise((resolve) => {
      const env = { ...process.env, ...environment }
      const child = execFile(
        process.execPath,
        [commandFile, ...args],
        { cwd, env, maxBuffer: 1e8 },
        (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
      )
      child.stdin?.end(input)
    })
  const runHere: CommandLine['runHere'] = async (args, { cwd = project, environment = {} } = {}) => {
    const { code, out, error } = await runInProcess(loadCommand, args, { cwd, environment })
    return { code, out, err: error }
  }
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL')
    running.clear()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  await runHere(['init', 'blog'], { cwd: folder })
  const serveIn: CommandLine['serveIn'] = async (cwd, args, environment = {}) => {
    const child = spawn(process.execPath, [commandFile, ...args], { cwd, env: { ...process.env, ...environment } })
    running.add(child)
    return serving(child)
  }
  return {
    folder,
    project,
    run,
    runHere,
    serve: (args, environment) => serveIn(project, [...args, '--port', '0'], environment),
    serveIn,
  }
}

async function serving(child: ChildProcess): Promise<Serving> {
  const { says, printed } = listenTo(child)
  const url = await says(/http:\/\/[^\s"]+\/api(?=[\s"])/)
  return {
    url,
    says,
    printed,
    async get(path) {
      const response = await fetch(`${url}${path}`)
      return { status: response.status, body: (await response.json()) as never }
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = (await once(child, 'close')) as [number | null]
      return code
    },
  }
}

/** Searches for a pattern whenever the process prints something, until it ends. */
function listenTo(child: ChildProcess): Pick<Serving, 'says' | 'printed'> {
  let all = ''
  let output = ''
  let look: () => void = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      all += chunk.toString()
      output += chunk.toString()
      look()
    })
  }
  const says: Serving['says'] = (pattern) =>
    new Promise((resolve, reject) => {
      const expected = new RegExp(pattern)
      const ended = () => reject(new Error(`The process ended without printing ${String(pattern)}:\n${output}`))
      look = () => {
        const found = expected.exec(output)
        if (!found) return
        output = output.slice(found.index + found[0].length)
        look = () => {}
        child.off('close', ended)
        resolve(found[0])
      }
      child.once('close', ended)
      look()
    })
  return { says, printed: () => all }
}
