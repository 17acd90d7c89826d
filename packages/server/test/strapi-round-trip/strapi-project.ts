import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { writeProject } from '../support/write-project.js'

const version = '4.26.2'

const usual = {
  '@strapi/strapi': version,
  '@strapi/plugin-users-permissions': version,
  '@strapi/plugin-i18n': version,
  'better-sqlite3': '11.10.0',
  react: '^18.2.0',
  'react-dom': '^18.2.0',
  'react-router-dom': '5.3.4',
  'styled-components': '5.3.11',
}

const manifest = { name: 'round-trip', private: true, strapi: { uuid: false } }

const files: Readonly<Record<string, string>> = {
  'config/admin.js': `module.exports = {
    serveAdminPanel: false, auth: { secret: 'admin' }, apiToken: { salt: 'salt' }, transfer: { token: { salt: 'salt' } },
  }`,
  'config/server.js': `module.exports = ({ env }) => ({
    host: '127.0.0.1', port: env.int('PORT', 1337), app: { keys: ['a', 'b'] },
  })`,
  'config/database.js': `module.exports = {
    connection: { client: 'sqlite', connection: { filename: '.tmp/data.db' }, useNullAsDefault: true },
  }`,
  'config/plugins.js': `module.exports = { 'users-permissions': { config: { jwtSecret: 'round-trip' } } }`,
  'config/middlewares.js': `module.exports = ${JSON.stringify(
    ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'].map(
      (name) => `strapi::${name}`,
    ),
  )}`,
  'src/index.js': 'module.exports = {}',
}

const environment = {
  NODE_ENV: 'production',
  STRAPI_TELEMETRY_DISABLED: 'true',
  STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
}

/** A Strapi project on its own SQLite database. */
export interface StrapiProject {
  import(archive: string): Promise<void>
  /** Starts Strapi on a port; on any free one by default. */
  start(port?: number): Promise<StrapiProcess>
}

export interface StrapiProcess {
  readonly url: string
  readonly port: number
  readonly process: number
  /** Ends Strapi, by default immediately. */
  stop(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

export interface StrapiProjectOptions {
  /** The packages, if not the usual ones of Strapi 4. */
  readonly dependencies?: Readonly<Record<string, string>>
  /** Files added to the usual ones, or replacing them. */
  readonly files?: Readonly<Record<string, string>>
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Writes a Strapi project on a new SQLite database, with the schema files of another project.
 * @param schemas the folder of the other project
 * @param modules a folder with installed packages; without it npm installs them, which takes minutes
 */
export async function createStrapiProject(
  folder: string,
  schemas: string,
  modules: string | undefined,
  { dependencies = usual, files: further = {}, environment: variables = {} }: StrapiProjectOptions = {},
): Promise<StrapiProject> {
  for (const name of ['config', 'src', '.tmp', 'public/uploads', 'database/migrations']) {
    await mkdir(join(folder, name), { recursive: true })
  }
  const written = {
    ...files,
    'package.json': JSON.stringify({ ...manifest, dependencies, overrides: { sharp: '0.33.5' } }),
    ...further,
  }
  await writeProject(folder, written)
  for (const name of ['api', 'components']) {
    await cp(join(schemas, 'src', name), join(folder, 'src', name), { recursive: true })
  }
  for (const name of await readdir(join(folder, 'src', 'api'))) await writeApi(join(folder, 'src', 'api', name), name)
  if (modules === undefined) await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder })
  else await symlink(modules, join(folder, 'node_modules'))
  const program = join(folder, 'node_modules/@strapi/strapi/bin/strapi.js')
  return {
    async import(archive) {
      const options = { cwd: folder, env: { ...process.env, ...environment, ...variables }, maxBuffer: 1e8 }
      await promisify(execFile)(process.execPath, [program, 'import', '--force', '--file', archive], options)
    },
    start: (port) => startInFolder(folder, variables, port),
  }
}

/**
 * Starts Strapi in the folder of a project that has its packages.
 * @param variables environment variables besides those of this process
 * @param chosen the port; by default any free one
 */
export async function startInFolder(
  folder: string,
  variables: Readonly<Record<string, string>>,
  chosen?: number,
): Promise<StrapiProcess> {
  const port = chosen ?? (await freePort())
  const env = { ...process.env, ...environment, ...variables, PORT: String(port) }
  const program = join(folder, 'node_modules/@strapi/strapi/bin/strapi.js')
  const child = spawn(process.execPath, [program, 'start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  const url = `http://127.0.0.1:${port}`
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error(`Strapi didn't start:\n${output}`)
    await setTimeout(200)
  }
  return {
    url,
    port,
    process: child.pid as number,
    async stop(signal = 'SIGKILL') {
      child.kill(signal)
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** Writes the files that `strapi generate` creates beside a schema file. */
async function writeApi(folder: string, name: string): Promise<void> {
  for (const kind of ['router', 'controller', 'service']) {
    const place = join(folder, kind === 'router' ? 'routes' : `${kind}s`)
    const factory = `createCore${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
    await mkdir(place, { recursive: true })
    const content = `module.exports = require('@strapi/strapi').factories.${factory}('api::${name}.${name}')`
    await writeFile(join(place, `${name}.js`), content)
  }
}

async function isUp(url: string): Promise<boolean> {
  const response = await fetch(`${url}/_health`).catch(() => null)
  return response?.ok === true
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
