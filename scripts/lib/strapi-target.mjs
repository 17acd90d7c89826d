import { fork } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { copyProject, namesInEnvironment } from './strapi-copy.mjs'
import { strapiPackages, strapiVersion } from './strapi-packages.mjs'
import { inRoot } from './root.mjs'

const startTimeout = 300_000

/** The full-access token of the new database. */
const token = 'local-full-access'

/** Secrets for projects that have none. They can be public: Strapi listens on 127.0.0.1, on a temporary copy. */
const secrets = {
  'server.app.keys': ['local-a', 'local-b'],
  'admin.auth.secret': 'local-admin',
  'admin.apiToken.salt': 'local-api-token',
  'admin.transfer.token.salt': 'local-transfer',
  'plugin.users-permissions.jwtSecret': 'local-jwt',
}
const environment = {
  APP_KEYS: 'local-a,local-b',
  ADMIN_JWT_SECRET: 'local-admin',
  API_TOKEN_SALT: 'local-api-token',
  TRANSFER_TOKEN_SALT: 'local-transfer',
  JWT_SECRET: 'local-jwt',
}

/**
 * Starts Strapi on a copy of a project in a temporary folder, with a new SQLite database or the PostgreSQL
 * database at `database`. Resolves to its address, a full-access API token, its folder, the id of its
 * `process`, `ended`, which resolves when Strapi ends, and `close`, which removes the folder.
 * @param version the version of Strapi
 * @param packages a folder whose node_modules contains Strapi
 * @param prepare runs in the copy before Strapi starts
 * @param variables environment variables of Strapi, besides those of this process, `HOST` and `PORT`
 * @param output where Strapi's output goes: `inherit`, or `ignore` to print it only if the start fails
 * @throws Error if the folder is not a project, `packages` holds another version of Strapi, the port is in
 *   use, npm fails, or Strapi doesn't start
 */
export async function startStrapi({
  project,
  database,
  port = 0,
  version = strapiVersion,
  packages,
  prepare,
  variables = {},
  output = 'ignore',
  say = () => {},
}) {
  const source = resolve(project)
  if (!existsSync(join(source, 'src')) || !statSync(join(source, 'src')).isDirectory()) {
    throw new Error(`${source} is not a Strapi project: it has no folder "src".`)
  }
  const chosen = await freePort(port)
  const modules = await strapiPackages(source, { packages, say, version })
  const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const added = copyProject(source, folder, modules, version)
    if (added.length > 0)
      say(`Added missing files to the copy of the project: ${added.slice(0, 3).join(', ')}${more(added, 3)}`)
    await prepare?.({ folder, env: environmentOf(folder) })
    say('Starting Strapi …')
    const settings = {
      host: '127.0.0.1',
      port: chosen,
      secrets,
      token,
      connection: {
        ...(database
          ? { client: 'postgres', connection: { connectionString: database } }
          : { client: 'sqlite', connection: { filename: join(folder, 'data.db') }, useNullAsDefault: true }),
        // SQLite has one connection. By default, requests that wait a minute for it get 500.
        acquireConnectionTimeout: startTimeout,
      },
    }
    const address = { HOST: settings.host, PORT: String(chosen) }
    const { child, ended } = await run(folder, settings, { ...environmentOf(folder), ...address, ...variables }, output)
    const close = async () => {
      child.kill()
      await ended
      remove()
    }
    return { url: `http://127.0.0.1:${chosen}`, token, folder, process: child.pid, ended, close }
  } catch (error) {
    remove()
    throw error
  }
}

const more = (list, shown) => (list.length > shown ? ` and ${list.length - shown} more` : '')

function environmentOf(folder) {
  const set = namesInEnvironment(folder)
  const defaults = Object.fromEntries(Object.entries(environment).filter(([name]) => !set.has(name)))
  return { NODE_ENV: 'development', STRAPI_TELEMETRY_DISABLED: 'true', ...defaults, ...process.env }
}

async function run(folder, settings, env, output) {
  const child = fork(inRoot('scripts', 'lib', 'strapi-runner.cjs'), [JSON.stringify(settings)], {
    cwd: folder,
    env,
    stdio: ['ignore', output === 'inherit' ? 'inherit' : 'pipe', output === 'inherit' ? 'inherit' : 'pipe', 'ipc'],
    // A terminal sends Ctrl-C to its whole process group. Strapi gets a group of its own: this process stops it.
    detached: true,
    execArgv: [],
  })
  let childOutput = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (childOutput = (childOutput + chunk).slice(-8000)))
  const ended = new Promise((done) => child.once('close', done))
  const failed = ended.then((code) => `Strapi ended with code ${code} instead of starting.`)
  const late = new Promise((done) =>
    setTimeout(done, startTimeout, 'Strapi took more than 5 minutes to start.').unref(),
  )
  const problem = await Promise.race([
    new Promise((done) => child.once('message', () => done(undefined))),
    failed,
    late,
  ])
  if (problem === undefined) return { child, ended }
  child.kill('SIGKILL')
  await ended
  throw new Error(`${problem}${childOutput === '' ? '' : `\n${childOutput}`}`)
}

/** @param port 0 for any free port. @throws Error if it is in use */
export async function freePort(port = 0) {
  const probe = createServer()
  const listening = new Promise((done, fail) => probe.once('listening', done).once('error', fail))
  probe.listen(port, '127.0.0.1')
  await listening.catch((error) => {
    throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Choose another with --port.`) : error
  })
  const { port: free } = probe.address()
  await new Promise((done) => probe.close(done))
  return free
}
