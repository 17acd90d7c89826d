import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { strapi5Project } from '../../packages/conformance/dist/index.js'
import { inRoot } from './root.mjs'

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
  const child = spawn(process.execPath, [command, 'start', '--project', folder, '--port', '0', '--exit-with-parent'], {
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
    return { url: await addressOf(child, ended), configurationFile: join(folder, 'conformance.config.mjs'), close }
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
