import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const longestStart = 180_000

/**
 * Starts a project that `model export --format strapi4` wrote, after `npm install` in its folder, on a new database: a SQLite
 * file, or the PostgreSQL database at `database`. Resolves to its address and `close`.
 */
export async function startStrapi({ folder, database }) {
  const data = mkdtempSync(join(tmpdir(), 'content-api-strapi-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(folder, 'node_modules/@strapi/strapi/bin/strapi.js'), 'start'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      NODE_ENV: 'development',
      STRAPI_TELEMETRY_DISABLED: 'true',
      LOG_LEVEL: 'error',
      ...(database
        ? { DATABASE_CLIENT: 'postgres', DATABASE_URL: database }
        : { DATABASE_FILENAME: join(data, 'data.db') }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let ended = false
  const end = new Promise((resolve) => child.on('close', resolve)).then(() => (ended = true))
  const close = async () => {
    child.kill()
    await end
    rmSync(data, { recursive: true, force: true })
  }
  for (const started = Date.now(); ; await sleep(200)) {
    const status = await fetch(`${url}/api/conf-tags`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return { url, close }
    if (!ended && Date.now() - started < longestStart) continue
    await close()
    throw new Error(`Strapi in ${folder} ${ended ? 'ended' : 'did not answer'}. Was it installed with npm install?`)
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
