import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { borrowBinary } from './packed-packages.mjs'
import { serveRegistry } from './package-registry.mjs'
import { writeStrapiProject } from './strapi-tutorial-project.mjs'
import { binOf, inRoot, readJson } from './root.mjs'
import { run, runNode } from './run.mjs'

/**
 * In the order in which a newcomer reads them. A page that `continues` has the project and the service of the page before, and
 * begins in the folder `within` it; `prepare` fills the folder of a reader who brings a project.
 */
const readmes = [
  { path: 'README.md' },
  { path: 'packages/server/README.md' },
  { path: 'packages/sdk/README.md', continues: true, printed: '1 articles, the first by Ada' },
]

const tutorials = [
  { path: 'docs/start/new-project.md' },
  { path: 'docs/server/import-export.md', continues: true, within: 'blog' },
  { path: 'docs/start/frontend.md', continues: true },
  { path: 'docs/start/deployment-check.md', continues: true },
  { path: 'docs/start/strapi-project.md', prepare: writeStrapiProject },
]

/** Commands that run until they are stopped. */
const serving = /^(npm run (dev|start)|npx content-api (dev|start))\b/

/** Commands that a reader runs for the browser; a build of the same page follows them. */
const inBrowser = /^npx vite$/

const longestStart = 60_000

/**
 * Follows pages in an empty folder: every command of their `sh` blocks runs as it is written, snippets whose fence names a
 * file (`json [src/a.json]`) become that file, and the first other `ts` block of the SDK's README is compiled and run. Packages
 * of this repository come from their tarballs, and ports 1337 and 1338 are a free one. Commands in `sh in-clone` blocks belong
 * to a clone: what they name must exist there. `sh server` blocks start what the page before serves already.
 *
 * Returns `[title, problem | null]` for each page.
 */
async function followPages(pages, packages) {
  const walk = await startWalk(packages)
  // The service is in its own process group, so it must be stopped explicitly.
  const stop = () => void walk.close().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
  const results = []
  try {
    for (const page of pages) {
      const problem = await followOne(page, walk).catch((error) => error.message)
      results.push([`every command of ${page.path} works`, problem])
    }
  } finally {
    await walk.close()
  }
  return results
}

export const followReadmes = (packages) => followPages(readmes, packages)
export const followTutorials = (packages) => followPages(tutorials, packages)

async function followOne(page, walk) {
  const text = readFileSync(inRoot(page.path), 'utf8')
  const blocks = [...text.matchAll(/^```(sh|sh in-clone|ts|\w+ \[(\S+)\])\n([\s\S]*?)^```$/gm)]
  await walk.begin(page)
  let followed = 0
  let hasRunCode = page.printed === undefined
  for (const [, kind, file, content] of blocks) {
    if (file) walk.write(file, content)
    else if (kind === 'ts') {
      if (!hasRunCode) await walk.runCode(content, page.printed)
      hasRunCode = true
    } else {
      for (const command of commandsOf(content)) {
        if (kind === 'sh') await walk.run(command)
        else checkInClone(command)
        followed += 1
      }
    }
  }
  if (followed === 0) throw new Error('It contains no command.')
  return null
}

const commandsOf = (block) =>
  block
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => line.split(' && '))

/** Checks that scripts, files and binaries in a command of the clone exist. */
function checkInClone(command) {
  const { scripts, packageManager } = readJson(inRoot('package.json'))
  const [program, first, second, third] = command.split(' ')
  const missing = (what) => new Error(`"${command}": there is no ${what} in the repository.`)
  if (program === 'npm' && !(first in scripts)) throw missing(`script ${first}`)
  if (program === 'node' && !existsSync(inRoot(first))) throw missing(`file ${first}`)
  if (program !== 'npx') return
  if (first !== '--yes' && !existsSync(inRoot('node_modules/.bin', first))) throw missing(`command ${first}`)
  if (first === '--yes' && second !== packageManager) throw missing(second)
  if (third === 'run' && !(command.split(' ')[4] in scripts)) throw missing(`script ${command.split(' ')[4]}`)
}

async function startWalk(packages) {
  const registry = await serveRegistry(packages)
  // Resolved, because npm compares paths.
  const base = mkdtempSync(join(tmpdir(), 'content-api-readmes-'))
  const port = await freePort()
  const env = { ...(await npmSettings(base, registry.url)), PORT: String(port), NO_COLOR: '1' }
  let service
  let folder = base
  let cwd = base
  /** A project of an earlier README, and its manifest. */
  let installed
  const toPort = (text) => text.replaceAll(/127\.0\.0\.1:133[78]\b/g, `127.0.0.1:${port}`)
  const stop = async () => {
    if (!service) return
    const { command, child, ended, state } = service
    service = undefined
    if (state.isOver) throw new Error(`"${command}" ended unexpectedly:\n${state.output}`)
    // npm starts a shell that starts the service: all of them must be stopped.
    process.kill(-Number(child.pid), 'SIGTERM')
    await ended
  }
  return {
    /** Each page begins in an empty folder, but those that continue. */
    async begin({ continues, within = '.', prepare }) {
      if (!continues) {
        await stop()
        folder = mkdtempSync(join(base, 'reader-'))
      }
      cwd = join(folder, within)
      await prepare?.(cwd)
    },
    write(path, content) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true })
      writeFileSync(join(cwd, path), toPort(content))
    },
    async run(command) {
      if (inBrowser.test(command)) return
      if (serving.test(command)) {
        service = await startService(command, { cwd, env, port })
        return
      }
      const manifest = command === 'npm install' ? readFileSync(join(cwd, 'package.json'), 'utf8') : null
      // The packages are downloaded once: npm finds them in its cache.
      if (manifest !== null && installed?.manifest === manifest) {
        renameSync(join(installed.cwd, 'node_modules'), join(cwd, 'node_modules'))
      }
      const where = join(base, 'cwd')
      const { code, output } = await run('sh', ['-c', `${toPort(command)} && pwd > '${where}'`], { cwd, env })
      if (process.env.README_VERBOSE) process.stdout.write(`$ ${command}\n${output}`)
      if (code !== 0) throw new Error(`"${command}" ended with code ${code}:\n${output}`)
      if (/^curl .*"error":/s.test(`${command}${output}`)) throw new Error(`"${command}" got an error:\n${output}`)
      borrowBinary(cwd)
      if (manifest !== null) installed = { manifest, cwd }
      cwd = readFileSync(where, 'utf8').trim()
    },
    async runCode(content, printed) {
      writeFileSync(join(cwd, 'src', 'first.ts'), toPort(content))
      writeFileSync(
        join(cwd, 'package.json'),
        JSON.stringify({ ...readJson(join(cwd, 'package.json')), type: 'module' }),
      )
      const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', '--outDir', 'out']
      const compiled = await runNode([binOf('typescript', 'tsc'), 'src/first.ts', ...options, '--types', ''], { cwd })
      if (compiled.code !== 0) throw new Error(`The first example doesn't compile:\n${compiled.output}`)
      const { code, output } = await runNode(['out/first.js'], { cwd })
      if (code !== 0 || !output.includes(printed))
        throw new Error(`It printed:\n${output}\nThe service printed:\n${service?.state.output}`)
    },
    stop,
    async close() {
      await stop().catch(() => undefined)
      await registry.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** npm loads the packages of this repository from `registry` and all others from its usual registry, and compiles nothing. */
async function npmSettings(base, registry) {
  const config = async (key) => {
    const { output } = await run('npm', ['config', 'get', key, '--loglevel=silent'])
    return output.trim().split('\n').at(-1)
  }
  const global = await config('globalconfig')
  const file = join(base, 'npmrc')
  const usual = existsSync(global) ? readFileSync(global, 'utf8') : ''
  writeFileSync(file, `${usual}\n@content-api:registry=${registry}/\n`)
  // npx caches packages by name and version, whatever their content, so it needs a separate cache. Downloads are shared.
  const cache = join(base, 'npm-cache')
  const downloads = join(await config('cache'), '_cacache')
  mkdirSync(downloads, { recursive: true })
  mkdirSync(cache)
  symlinkSync(downloads, join(cache, '_cacache'))
  return {
    npm_config_globalconfig: file,
    npm_config_cache: cache,
    npm_config_yes: 'true',
    npm_config_prefer_offline: 'true',
    npm_config_ignore_scripts: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_engine_strict: 'false',
    npm_config_update_notifier: 'false',
  }
}

async function startService(command, { cwd, env, port }) {
  const child = spawn('sh', ['-c', command], { cwd, env: { ...process.env, ...env }, detached: true })
  const state = { output: '', isOver: false }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (state.output += chunk))
  const ended = new Promise((resolve) => child.once('close', resolve)).then(() => (state.isOver = true))
  for (const started = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (ready?.ok) return { command, child, ended, state }
    if (!state.isOver && Date.now() - started < longestStart) continue
    if (!state.isOver) process.kill(-Number(child.pid), 'SIGKILL')
    throw new Error(`"${command}" serves nothing:\n${state.output}`)
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
