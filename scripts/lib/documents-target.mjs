import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { strapi5Project } from '../../packages/conformance/dist/index.js'
import { inRoot } from './root.mjs'
import { runNode } from './run.mjs'
import { copyProject } from './strapi-copy.mjs'
import { freePort } from './strapi-target.mjs'

const command = inRoot('packages', 'server', 'bin', 'content-api.mjs')

/**
 * Serves the suite's project of Strapi 5 as users would, unchanged: `content-api start` on a new database, to
 * which the code of the project adds roles, tokens and locales. `database` is a PostgreSQL URL; the default is
 * a SQLite file. Resolves to its address, the path of the suite's configuration for it, and `close`, which
 * deletes its files.
 */
export async function startDocumentsTarget({ database } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-documents-'))
  for (const { path, text } of strapi5Project()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const variables = database === undefined ? {} : { DATABASE_CLIENT: 'postgres', DATABASE_URL: database }
  return { ...(await serve(folder, variables)), configurationFile: join(folder, 'conformance.config.mjs') }
}

/** As `startStrapi` sets them. The secrets can be public: the server listens on this machine. */
const defaults = {
  NODE_ENV: 'development',
  HOST: '127.0.0.1',
  API_TOKEN_SALT: 'local-api-token',
  JWT_SECRET: 'a-local-secret-of-32-bytes-or-more',
  APP_KEYS: 'local-a,local-b',
}

/**
 * Serves a copy of a project of Strapi 5 with `content-api start`, as `startStrapi` does with Strapi. Resolves to
 * its address, a full-access API token, and `close`, which deletes the copy.
 * @param prepare runs in the copy before the start
 * @param variables environment variables of the server, besides those of this process
 */
export async function startDocuments({ project, version, prepare, variables = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-documents-'))
  const env = { ...defaults, PORT: String(await freePort()), ...variables }
  try {
    copyProject(project, folder, null, version)
    await prepare?.({ folder })
    const create = [command, 'token', 'create', 'local', '--type', 'full-access', '--project', folder]
    const { code, output } = await runNode(create, { env })
    const token = output.trim().split('\n').at(-1)
    if (code !== 0 || !token) throw new Error(`No token was created:\n${output}`)
    return { ...(await serve(folder, env)), token }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Serves a folder until `close`, which deletes it. */
async function serve(folder, variables) {
  const { PORT = '0' } = variables
  const child = spawn(process.execPath, [command, 'start', '--project', folder, '--port', PORT, '--exit-with-parent'], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const close = async () => {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { url: await addressOf(child, ended), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns the address that a server prints. @throws Error with its output, if it ends before */
async function addressOf(child, ended) {
  const output = []
  const listening = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line)
        const address = /Listening on (http:\/\/[^/\s]+)/.exec(line)?.[1]
        if (address !== undefined) resolve(address)
      })
    }
  })
  const address = await Promise.race([listening, ended.then(() => undefined)])
  if (address === undefined) throw new Error(`The server ended before it listened:\n${output.join('\n')}`)
  return address
}
