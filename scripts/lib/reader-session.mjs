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
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { borrowBinary } from './packed-packages.mjs'
import { binOf, readJson } from './root.mjs'
import { run } from './run.mjs'
import { freePort, startServing } from './serving-command.mjs'

/** Matches commands that run until they are stopped. */
const servingCommand = /^(npm run (dev|start)|npx content-api (dev|start))\b/

/**
 * Matches a command that serves a page for the browser. Without a browser it is skipped: the same document
 * builds that page later.
 */
const browserCommand = /^npx vite$/

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
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  let service
  let folder = base
  let cwd = base
  let shown
  /** The project that an earlier README created, and its manifest. */
  let installed
  const toPort = (text) => text.replaceAll(/\b(127\.0\.0\.1|localhost):133[78]\b/g, `$1:${port}`)
  const stop = async () => {
    if (!service) return
    const running = service
    service = undefined
    await running.stop()
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
        service = await startServing(command, { cwd, env, isReady })
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
        throw new Error(`It printed:\n${output}\nThe service printed:\n${service?.output}`)
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
  let output = ''
  const server = await startServing(`${command} --port ${port} --strictPort`, {
    cwd,
    env,
    isReady: async () => output.includes(`:${port}`),
    onOutput: (chunk) => (output += chunk),
  })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => (output += `${error}\n`))
    await page.goto(`http://localhost:${port}`)
    await page.getByText(shown).waitFor()
    await page.waitForFunction('[...document.images].some((image) => image.naturalWidth > 0)')
  } catch (error) {
    throw new Error(`The page of "${command}" doesn't show "${shown}" and a picture: ${error.message}\n${output}`, {
      cause: error,
    })
  } finally {
    await browser.close()
    await server.stop().catch(() => undefined)
  }
}
