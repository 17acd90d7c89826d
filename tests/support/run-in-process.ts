import { Console } from 'node:console'

/** What a program printed, and its exit code. */
export interface Said {
  readonly code: number
  readonly out: string
  readonly error: string
}

export interface InProcess {
  readonly cwd: string
  /** Variables that are set or, if undefined, removed while the program runs. */
  readonly environment: NodeJS.ProcessEnv
}

/** Ends the program at the place where it called `process.exit`. */
class Exit extends Error {}

let runs = 0

/** The compiler would assume that nothing else sets it. */
const exitCode = () => Number(process.exitCode ?? 0)

/**
 * Runs a command line in this process, which loads no module twice: a process of its own takes 0.3 s or more
 * to load them. One program may run at a time, and it may not read its standard input.
 * @param load imports the main module with a query, such as `(query) => import('./main.ts' + query)`. A
 *   module with another query runs again.
 */
export async function runInProcess(
  load: (query: string) => Promise<unknown>,
  args: readonly string[],
  { cwd, environment }: InProcess,
): Promise<Said> {
  const before = { argv: process.argv, folder: process.cwd(), code: process.exitCode, environment: { ...process.env } }
  const restoreListeners = rememberListeners()
  const said = { out: '', error: '' }
  let exited: number | undefined
  const replaced = [
    replace(
      process.stdout,
      'write',
      writeTo((text) => (said.out += exited === undefined ? text : '')),
    ),
    replace(
      process.stderr,
      'write',
      writeTo((text) => (said.error += exited === undefined ? text : '')),
    ),
    // Vitest's console has its own way to the terminal.
    replace(globalThis, 'console', new Console(process.stdout, process.stderr)),
    replace(process, 'exit', (code) => {
      exited ??= Number(code ?? exitCode())
      throw new Exit()
    }),
  ]
  try {
    process.chdir(cwd)
    process.argv = [process.execPath, 'program', ...args]
    process.exitCode = undefined
    for (const [name, value] of Object.entries(environment)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    await load(`?run=${(runs += 1)}`).catch((error: unknown) => {
      if (!(error instanceof Exit)) throw error
    })
    return { code: exited ?? exitCode(), ...said }
  } finally {
    for (const restore of replaced) restore()
    restoreListeners()
    process.argv = before.argv
    process.exitCode = before.code
    process.chdir(before.folder)
    for (const name of Object.keys(process.env)) if (!(name in before.environment)) delete process.env[name]
    Object.assign(process.env, before.environment)
  }
}

function replace<Target extends object, Key extends keyof Target>(
  target: Target,
  key: Key,
  value: Target[Key],
): () => void {
  const usual = target[key]
  target[key] = value
  return () => void (target[key] = usual)
}

type Write = typeof process.stdout.write

/** Returns a `write` that passes texts on, and calls back as a stream does. */
function writeTo(add: (text: string) => void): Write {
  return (chunk: string | Uint8Array, ...rest: unknown[]) => {
    add(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
}

/** Returns a function that removes the listeners that were added to the process and its output since. */
function rememberListeners(): () => void {
  const emitters: NodeJS.EventEmitter[] = [process, process.stdout, process.stderr]
  const listeners = (emitter: NodeJS.EventEmitter) =>
    emitter.eventNames().flatMap((event) => emitter.rawListeners(event).map((listener) => ({ event, listener })))
  const before = new Map(emitters.map((emitter) => [emitter, new Set(listeners(emitter).map((one) => one.listener))]))
  return () => {
    for (const [emitter, usual] of before)
      for (const { event, listener } of listeners(emitter))
        if (!usual.has(listener)) emitter.off(event, listener as () => void)
  }
}
