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
import { writeStrapiProject } from './strapi-tutorial-project.mjs'
import { binOf, inRoot, readJson } from './root.mjs'
import { run } from './run.mjs'

/**
 * The READMEs, in reading order. A page with `continues` starts with the folder and the running service of
 * the page before. `within` is the subfolder in which the page starts. `prepare` creates the project that a
 * page expects its reader to have. `shown` is a text that its reader sees in a browser, with a picture.
 */
const readmes = [
  { path: 'README.md' },
  { path: 'packages/server/README.md' },
  { path: 'packages/sdk/README.md', continues: true, printed: '1 articles, the first by Ada' },
]

const tutorials = [
  { path: 'docs/start/new-project.md' },
  { path: 'docs/server/import-export.md', continues: true, within: 'blog' },
  { path: 'docs/start/frontend.md', continues: true, shown: 'Hello, by Ada' },
  { path: 'docs/start/deployment-check.md', continues: true },
  { path: 'docs/start/strapi-project.md', prepare: writeStrapiProject },
]

/** Matches commands that run until they are stopped. */
const servingCommand = /^(npm run (dev|start)|npx content-api (dev|start))\b/

/**
 * Matches a command that serves a page for the browser. Without a browser it is skipped: the same document
 * builds that page later.
 */
const browserCommand = /^npx vite$/

/** It only ends starts that hang: other checks run at the same time. */
const startTimeout = 300_000

/**
 * Follows pages as a reader would, in an empty folder:
 *
 * - `sh`: runs every command. A free port replaces the ports 1337 and 1338, and packages of this repository
 *   are installed from their tarballs.
 * - `json [src/a.json]` and other blocks with a path: writes the file.
 * - `ts` without a path: compiles and runs the first one if the page has `printed`, its expected output.
 * - `sh in-clone`: doesn't run the commands, but checks that the scripts and files that they name exist in
 *   this repository.
 * - `sh server`: skipped, because the page before already serves the same.
 *
 * Returns `[title, problem | null]` for each page. `registry` has the packages, from `serveRegistry`.
 * `openBrowser` opens a browser of Playwright for the pages that a document lets its reader open.
 */
async function followPages(pages, registry, openBrowser) {
  const session = await startSession(registry, null, openBrowser)
  // The service is in its own process group, so it must be stopped explicitly.
  const stop = () => void session.close().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
  const results = []
  try {
    for (const page of pages) {
      const problem = await followOne(page, session).catch((error) => error.message)
      results.push([`every command of ${page.path} works`, problem])
    }
  } finally {
    await session.close()
  }
  return results
}

export const followReadmes = (registry) => followPages(readmes, registry)
export const followTutorials = (registry, openBrowser) => followPages(tutorials, registry, openBrowser)

async function followOne(page, session) {
  const text = readFileSync(inRoot(page.path), 'utf8')
  const blocks = [...text.matchAll(/^```(sh|sh in-clone|ts|\w+ \[(\S+)\])\n([\s\S]*?)^```$/gm)]
  await session.begin(page)
  let followed = 0
  let hasRunCode = page.printed === undefined
  for (const [, kind, file, content] of blocks) {
    if (file) session.write(file, content)
    else if (kind === 'ts') {
      if (!hasRunCode) await session.runCode(content, page.printed)
      hasRunCode = true
    } else {
      for (const command of commandsOf(content)) {
        if (kind === 'sh') await session.run(command)
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

/** Checks that the scripts, files and programs that a command names exist in this repository. */
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

/**
 * Starts a reader's session, in empty folders, with a registry for the packages of this repository. `tools`
 * is a Node and npm from `installNode`, whose install scripts run; by default the session uses those of this
 * process, and copies the workspace's binary of sqlite3.
 */
export async function startSession(registry, tools = null, openBrowser = null) {
  const base = mkdtempSync(join(tmpdir(), 'content-api-readmes-'))
  const port = await freePort()
  const env = { ...(await npmSettings(base, registry.url)), PORT: String(port), NO_COLOR: '1', ...tools?.env }
  const node = tools?.program ?? process.execPath
  let service
  let folder = base
  let cwd = base
  let shown
  /** The project that an earlier README created, and its manifest. */
  let installed
  const toPort = (text) => text.replaceAll(/127\.0\.0\.1:133[78]\b/g, `127.0.0.1:${port}`)
  const stop = async () => {
    if (!service) return
    const { command, child, ended, state } = service
    service = undefined
    if (state.isOver) throw new Error(`"${command}" ended unexpectedly:\n${state.output}`)
    // Stops the process group, because npm starts a shell that starts the service.
    process.kill(-Number(child.pid), 'SIGTERM')
    await ended
  }
  return {
    /** Starts a page: in an empty folder, unless it continues the page before. */
    async begin({ continues, within = '.', prepare, shown: text }) {
      shown = text
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
    /** Runs a command. Returns its output, unless it serves until `stop`. */
    async run(command) {
      if (browserCommand.test(command)) {
        if (openBrowser && shown) await lookAt(command, { cwd, env, shown, openBrowser })
        return
      }
      if (servingCommand.test(command)) {
        service = await startService(command, { cwd, env, port })
        return
      }
      const manifest = command === 'npm install' ? readFileSync(join(cwd, 'package.json'), 'utf8') : null
      // Moves node_modules from an earlier project with the same manifest, so that npm has nothing to install.
      if (manifest !== null && installed?.manifest === manifest) {
        renameSync(join(installed.cwd, 'node_modules'), join(cwd, 'node_modules'))
      }
      const where = join(base, 'cwd')
      const { code, output } = await run('sh', ['-c', `${toPort(command)} && pwd > '${where}'`], { cwd, env })
      if (process.env.README_VERBOSE) process.stdout.write(`$ ${command}\n${output}`)
      if (code !== 0) throw new Error(`"${command}" ended with code ${code}:\n${output}`)
      if (/^curl .*"error":/s.test(`${command}${output}`)) throw new Error(`"${command}" got an error:\n${output}`)
      if (tools === null) borrowBinary(cwd)
      if (manifest !== null) installed = { manifest, cwd }
      cwd = readFileSync(where, 'utf8').trim()
      return output
    },
    async runCode(content, printed) {
      writeFileSync(join(cwd, 'src', 'first.ts'), toPort(content))
      writeFileSync(
        join(cwd, 'package.json'),
        JSON.stringify({ ...readJson(join(cwd, 'package.json')), type: 'module' }),
      )
      const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', '--outDir', 'out']
      const compiled = await run(node, [binOf('typescript', 'tsc'), 'src/first.ts', ...options, '--types', ''], { cwd })
      if (compiled.code !== 0) throw new Error(`The first example doesn't compile:\n${compiled.output}`)
      const { code, output } = await run(node, ['out/first.js'], { cwd })
      if (code !== 0 || !output.includes(printed))
        throw new Error(`It printed:\n${output}\nThe service printed:\n${service?.state.output}`)
    },
    stop,
    async close() {
      await stop().catch(() => undefined)
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/**
 * Returns settings for npm: packages of this repository come from `registry`, all others as usual, without
 * install scripts.
 */
export async function npmSettings(base, registry) {
  const config = async (key) => {
    const { output } = await run('npm', ['config', 'get', key, '--loglevel=silent'])
    return output.trim().split('\n').at(-1)
  }
  const global = await config('globalconfig')
  const file = join(base, 'npmrc')
  const usual = existsSync(global) ? readFileSync(global, 'utf8') : ''
  writeFileSync(file, `${usual}\n@content-api:registry=${registry}/\n`)
  // npx caches packages by name and version, even if their content has changed. So it gets a separate cache
  // with shared downloads.
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

/** Serves a page by a command, and opens it in a browser until it shows a text and has loaded a picture. */
async function lookAt(command, { cwd, env, shown, openBrowser }) {
  const port = await freePort()
  const child = spawn('sh', ['-c', `${command} --port ${port} --strictPort`], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
  })
  let output = ''
  const ended = new Promise((resolve) => child.once('close', resolve))
  const listening = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
        if (output.includes(`:${port}`)) resolve()
      })
    }
    void ended.then(resolve)
  })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => (output += `${error}\n`))
    await listening
    await page.goto(`http://localhost:${port}`)
    await page.getByText(shown).waitFor()
    await page.waitForFunction('[...document.images].some((image) => image.naturalWidth > 0)')
  } catch (error) {
    throw new Error(`The page of "${command}" doesn't show "${shown}" and a picture: ${error.message}\n${output}`, {
      cause: error,
    })
  } finally {
    await browser.close()
    if (child.exitCode === null) process.kill(-Number(child.pid), 'SIGTERM')
    await ended
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
    if (!state.isOver && Date.now() - started < startTimeout) continue
    if (!state.isOver) process.kill(-Number(child.pid), 'SIGKILL')
    throw new Error(`"${command}" serves nothing:\n${state.output}`)
  }
}

/**
 * Returns a free port below those that systems choose for port 0. The tests that run at the same time use
 * many of those, and could take it first.
 */
async function freePort() {
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
