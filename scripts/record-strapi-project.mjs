// `node scripts/record-strapi-project.mjs <folder> [strapi-project | koa-project]`: records the responses of
// a real Strapi 4.26.2 to a project of packages/server/test, for the test of the same name. The node_modules
// of the folder must contain Strapi 4.26.2 and better-sqlite3.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { requestOf } from '../packages/server/test/strapi/recorded-request.mjs'

const test = fileURLToPath(new URL('../packages/server/test/', import.meta.url))
const read = (file) => JSON.parse(readFileSync(join(test, 'strapi', file), 'utf8'))
const installed = resolve(process.argv[2] ?? '.')
const name = process.argv[3] ?? 'strapi-project'
const port = 14_337

const project = mkdtempSync(join(tmpdir(), 'strapi-project-'))
cpSync(join(test, name), project, { recursive: true })
symlinkSync(join(installed, 'node_modules'), join(project, 'node_modules'))
for (const folder of ['.tmp', 'public/uploads', 'database/migrations'])
  mkdirSync(join(project, folder), { recursive: true })

// The hook resolves the path alias `@lib/`, which tsc keeps, and writes mails to a file instead of sending them.
writeFileSync(
  join(project, 'hook.cjs'),
  `const Module = require('node:module'); const { join } = require('node:path'); const { appendFileSync } = require('node:fs')
const { _resolveFilename: resolve, _load: load } = Module
Module._resolveFilename = function (name, ...more) {
  return resolve.call(this, name.startsWith('@lib/') ? join(__dirname, 'dist/src/lib', name.slice(5)) : name, ...more)
}
const send = async (mail) => appendFileSync(join(__dirname, 'mails.jsonl'), JSON.stringify(mail) + '\\n')
Module._load = function (name, ...more) {
  return name.includes('provider-email-sendmail') ? { init: () => ({ send }) } : load.call(this, name, ...more)
}`,
)
if (existsSync(join(project, 'tsconfig.json'))) {
  const compiler = join(project, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' })
  if (!existsSync(join(project, 'dist/src/index.js'))) throw new Error(`The project does not compile: ${stdout}`)
}

const server = spawn(process.execPath, ['-r', './hook.cjs', 'node_modules/@strapi/strapi/bin/strapi.js', 'start'], {
  cwd: project,
  env: {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    STRAPI_TELEMETRY_DISABLED: 'true',
    NODE_ENV: 'production',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const base = `http://127.0.0.1:${port}`
try {
  for (let tries = 0; ; tries += 1) {
    const health = await fetch(`${base}/_health`).catch(() => null)
    if (health?.status === 204) break
    if (tries > 600 || server.exitCode !== null) throw new Error('Strapi does not start.')
    await setTimeout(200)
  }
  grant(read(`${name}-permissions.json`))
  const tokens = {}
  const lines = []
  const cookies = {}
  for (const request of read(`${name}-requests.json`)) {
    const { id, as, keeps, headers = [] } = request
    const sent = requestOf(base, request, { token: tokens[as], cookie: cookies[keeps] })
    const response = await fetch(sent)
    if (keeps && response.headers.has('set-cookie')) {
      cookies[keeps] = response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ')
    }
    const text = await response.text()
    const json = jsonOr(text)
    if (json?.jwt) tokens[json.user.username] = json.jwt
    const recordedHeaders = Object.fromEntries(headers.map((name) => [name, response.headers.get(name)]))
    lines.push(JSON.stringify({ id, status: response.status, headers: recordedHeaders, body: json }))
  }
  if (existsSync(join(project, 'mails.jsonl'))) {
    const mails = readFileSync(join(project, 'mails.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    lines.push(JSON.stringify({ id: 'mails', status: 200, headers: {}, body: mails }))
  }
  writeFileSync(join(test, `oracle/${name}.jsonl`), `${lines.join('\n')}\n`)
  process.stdout.write(`${lines.length} responses recorded\n`)
} finally {
  server.kill()
  rmSync(project, { recursive: true, force: true })
}

/** Assigns permissions to roles, as the admin panel does. */
function grant(permissions) {
  const Database = createRequire(join(installed, 'package.json'))('better-sqlite3')
  const database = new Database(join(project, '.tmp/data.db'))
  for (const [type, actions] of Object.entries(permissions)) {
    const { id: role } = database.prepare('select id from up_roles where type = ?').get(type)
    for (const action of actions) {
      const { lastInsertRowid: permission } = database
        .prepare('insert into up_permissions (action) values (?)')
        .run(action)
      database
        .prepare('insert into up_permissions_role_links (permission_id, role_id, permission_order) values (?, ?, 1)')
        .run(permission, role)
    }
  }
  database.close()
}

function jsonOr(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
