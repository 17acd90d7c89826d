import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { run } from './run.mjs'

/** It only ends starts that hang: other checks run at the same time. */
const startTimeout = 300_000

/**
 * Starts a command that serves until it is stopped, and resolves when `isReady` resolves to true.
 * `onOutput` receives what the command prints.
 *
 * @throws with the output of the command, if it ends before
 */
export async function startServing(command, { cwd, env, isReady, onOutput, timeout = startTimeout }) {
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm starts a shell that starts the service. As a process group they get one signal, as from Ctrl-C.
    detached: true,
  })
  const state = { output: '', code: undefined }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      state.output += chunk
      onOutput?.(chunk)
    })
  }
  const kill = (signal) => process.kill(-Number(child.pid), signal)
  const killAtExit = () => kill('SIGKILL')
  process.once('exit', killAtExit)
  const ended = new Promise((resolve) => child.once('close', resolve)).then((code) => {
    process.removeListener('exit', killAtExit)
    state.code = code
    return code
  })
  for (const started = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (await isReady().catch(() => false)) break
    if (state.code === undefined && Date.now() - started < timeout) continue
    if (state.code === undefined) kill('SIGKILL')
    throw new Error(`"${command}" serves nothing:\n${state.output}`)
  }
  const mustRun = () => {
    if (state.code !== undefined) throw new Error(`"${command}" ended unexpectedly:\n${state.output}`)
  }
  return {
    get output() {
      return state.output
    },
    /** Stops the command and its processes. @throws if it has ended before */
    async stop() {
      mustRun()
      kill('SIGTERM')
      return ended
    },
    /**
     * Ends the service as Ctrl-C does: it receives the signal from the terminal and from npm. Other processes
     * don't receive it, so the code is that of the service: a shell would end by the signal.
     */
    async interrupt() {
      mustRun()
      const service = await serviceBelow(child.pid)
      for (const _ of ['terminal', 'npm']) process.kill(service, 'SIGINT')
      return ended
    },
  }
}

/** Returns the id of the process that shells and npm run for the process `pid`. */
async function serviceBelow(pid) {
  const { output } = await run('ps', ['-A', '-o', 'pid=,ppid=,comm='])
  const processes = [...output.matchAll(/^ *(\d+) +(\d+) +(.+)$/gm)].map(([, id, parent, name]) => ({
    id: Number(id),
    parent: Number(parent),
    name,
  }))
  const isWrapper = (id) => /^(?:\S*\bsh|npm.*)$/.test(processes.find((each) => each.id === id)?.name ?? '')
  let service = Number(pid)
  while (isWrapper(service)) service = processes.find(({ parent }) => parent === service)?.id
  return service
}

/**
 * Returns a free port below those that systems choose for port 0. The tests that run at the same time use
 * many of those, and could take it first.
 */
export async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await new Promise((resolve) => {
      probe.once('listening', () => resolve(true)).once('error', () => resolve(false))
    })
    if (!isFree) continue
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
}
