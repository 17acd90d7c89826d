// Runs the commands of the README's section "In a clone of this repository" as its reader would, `npm test`
// last. Services get a free port, and the new project a temporary folder. In a clone without node_modules,
// the commands run in the clone. Otherwise those before `npm test` run in a copy without node_modules, which
// leaves the data of a contributor untouched.
//
// Only Node.js and files of this repository are loaded: nothing is installed yet.
import './lib/require-node.mjs'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readCloneSection } from './lib/clone-section.mjs'
import { copyRepository } from './lib/copy-repository.mjs'
import { inRoot, root } from './lib/root.mjs'
import { run } from './lib/run.mjs'
import { freePort, startServing } from './lib/serving-command.mjs'

/** The commands that serve until Ctrl-C, and a path of their service with entries. */
const served = {
  'npm start': '/api/countries?filters[name]=Switzerland&populate=*',
  'npm run dev': '/api/articles?populate=*',
}

const temporary = mkdtempSync(join(tmpdir(), 'content-api-reader-'))
// Services that still run end with this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
try {
  await followSection()
} catch (error) {
  process.stderr.write(`\nA reader of the README can't follow it: ${error.message}\n`)
  process.exitCode = 1
}

async function followSection() {
  const blocks = readCloneSection()
  const isInstalled = existsSync(inRoot('node_modules'))
  const clone = isInstalled ? join(temporary, 'clone') : root
  if (isInstalled) await copyRepository(clone)
  const env = { PORT: String(await freePort()) }
  for (const block of blocks) {
    let cwd = clone
    for (const line of block) {
      const command = line.replaceAll('../blog', join(temporary, 'blog'))
      process.stdout.write(`\n$ ${line}\n`)
      if (line === 'npm test') await runTests(join(clone, 'examples/atlas/.data/atlas.db'))
      else if (command.startsWith('cd ')) cwd = resolve(cwd, command.slice(3))
      else if (line in served) await serve(line, { cwd, env })
      else await runCommand(command, { cwd, env })
    }
  }
}

async function runCommand(command, { cwd, env }) {
  const { code } = await run('sh', ['-c', command], { cwd, env, stream: 'terminal' })
  if (code !== 0) throw new Error(`"${command}" ended with code ${code}. See its output above.`)
}

/** Runs a command until its service answers a request, then ends it as Ctrl-C does. */
async function serve(command, { cwd, env }) {
  const origin = `http://127.0.0.1:${env.PORT}`
  const service = await startServing(command, {
    cwd,
    env,
    isReady: async () => (await fetch(`${origin}/readyz`)).ok,
    onOutput: (chunk) => process.stdout.write(chunk),
    // The first start installs and builds.
    timeout: 1_800_000,
  })
  const response = await fetch(origin + served[command])
  const body = await response.text()
  if (!response.ok || !(JSON.parse(body).data?.length > 0))
    throw new Error(`"${command}" serves no entries at ${served[command]}: status ${response.status}, ${body}`)
  const code = await service.interrupt()
  if (code !== 0) throw new Error(`"${command}" ended with code ${code} after Ctrl-C.`)
}

/** Runs `npm test` in this folder, whose output decides about the change. It uses the atlas that was loaded. */
function runTests(atlas) {
  return new Promise((done) => {
    const env = { ...process.env, ATLAS_DATABASE: atlas }
    const child = spawn('npm', ['test'], { cwd: root, env, stdio: 'inherit' })
    child.once('close', (code) => {
      process.exitCode = code ?? 1
      done()
    })
  })
}
