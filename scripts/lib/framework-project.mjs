import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inRoot, readJson } from './root.mjs'
import { run } from './run.mjs'

/** It only ends starts that hang. */
const startTimeout = 180_000

const made = new Set([
  'node_modules',
  'dist',
  'build',
  '.astro',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  '.react-router',
])

/** Copies an example without installed and built files. With `strapi5`, its folder `strapi-5` replaces files. */
export function copyExample(name, folder, { strapi5 = false } = {}) {
  const source = inRoot('examples', name)
  cpSync(source, folder, { recursive: true, filter: (path) => path === source || !made.has(basename(path)) })
  if (strapi5) cpSync(join(folder, 'strapi-5'), folder, { recursive: true })
}

/** @throws Error with the output if npm fails */
async function npm(args, folder, env) {
  const { code, output } = await run('npm', args, { cwd: folder, env })
  if (code !== 0) throw new Error(`"npm ${args.join(' ')}" ended with code ${code}:\n${output.slice(-6000)}`)
  return output
}

/** Runs `npm install`, which takes the exact versions of the manifest, and the packages of this repository. */
export const installExample = (folder, env) => npm(['install', '--loglevel=error'], folder, env)

/** Runs a script of the manifest. */
export const runScript = (script, folder, env) => npm(['run', script], folder, env)

export const hasScript = (script, folder) => script in readJson(join(folder, 'package.json')).scripts

/**
 * Starts `npm run <script>` in a process group of its own, and waits until it responds. Resolves to its
 * address and `stop`.
 * @throws Error with its output if it ends before, or responds to nothing
 */
export async function serveExample(script, folder, env) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const child = spawn('npm', ['run', script], {
    cwd: folder,
    env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port), ORIGIN: address },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  let isOver = false
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise((resolve) => child.once('close', resolve)).then(() => (isOver = true))
  const signal = (name) => {
    try {
      process.kill(-Number(child.pid), name)
    } catch {
      // The group has ended.
    }
  }
  const stop = async () => {
    signal('SIGTERM')
    await Promise.race([ended, setTimeout(5_000, undefined, { ref: false })])
    signal('SIGKILL')
    await ended
  }
  for (const started = Date.now(); ; await setTimeout(100)) {
    const response = await fetch(address).catch(() => undefined)
    await response?.body?.cancel()
    if (response) return { address, stop, output: () => output }
    if (!isOver && Date.now() - started < startTimeout) continue
    await stop()
    throw new Error(`"npm run ${script}" serves nothing:\n${output.slice(-6000)}`)
  }
}

/** Returns a port that was free a moment ago. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Replaces the files of an installed example by those for a server, and keeps its node_modules. */
export function resetExample(name, folder, options) {
  const lock = join(folder, 'package-lock.json')
  const kept = existsSync(lock) ? readFileSync(lock) : undefined
  for (const path of made) if (path !== 'node_modules') rmSync(join(folder, path), { recursive: true, force: true })
  copyExample(name, folder, options)
  if (kept) writeFileSync(lock, kept)
}
