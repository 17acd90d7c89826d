// `pnpm strapi [--version V] [--database sqlite|postgres] [--port N] [--packages folder] <project>`: serves a
// project with a Strapi version that the tests use, until Ctrl-C. Serves a copy in a temporary folder, with a
// new database.
import './lib/require-node.mjs'
import { parseArgs } from 'node:util'
import { startPostgresDatabase } from './lib/postgres-database.mjs'
import { strapi5Versions, strapiVersion } from './lib/strapi-packages.mjs'
import { startStrapi } from './lib/strapi-target.mjs'

const versions = [strapiVersion, ...strapi5Versions]
const usage = `Usage: pnpm strapi [--version V] [--database sqlite|postgres] [--port N] [--packages folder] <project>

Installs Strapi and serves a project by it, from a copy in a temporary folder and on a new database.
  --version   ${versions.join(', ')} (${strapiVersion})
  --database  where the content is (sqlite); postgres starts a PostgreSQL server of its own
  --port      where Strapi listens on 127.0.0.1 (1337)
  --packages  a folder whose node_modules holds this Strapi already; the project's own is found without it
`
const parse = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      version: { type: 'string', default: strapiVersion },
      database: { type: 'string', default: 'sqlite' },
      port: { type: 'string', default: '1337' },
      packages: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })

process.exitCode = await main()

async function main() {
  const given = read()
  if (typeof given === 'number') return given
  const say = (line) => process.stdout.write(`${line}\n`)
  const stopped = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve('stopped'))
  })
  let database
  let strapi
  try {
    if (given.database === 'postgres') {
      say('Starting PostgreSQL …')
      database = await startPostgresDatabase()
    }
    const starting = startStrapi({ ...given, database: database?.url, output: 'inherit', say })
    strapi = await Promise.race([starting, stopped])
    if (strapi === 'stopped') {
      // Strapi must finish starting before its folder can be removed.
      strapi = await starting.catch(() => undefined)
      return 0
    }
    say(`\nStrapi ${given.version} serves ${given.project} on ${strapi.url}/api (${given.database}). Ctrl-C ends it.`)
    say(`API token with full access: ${strapi.token}`)
    say(`Its files are in ${strapi.folder}`)
    const ending = await Promise.race([stopped, strapi.ended])
    if (ending === 'stopped') return 0
    process.stderr.write(`Strapi ended with code ${ending}.\n`)
    return 1
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return 1
  } finally {
    await strapi?.close?.()
    await database?.stop()
  }
}

/** Returns the options, or an exit code. */
function read() {
  const refuse = (message) => {
    process.stderr.write(`${message}\n\n${usage}`)
    return 2
  }
  /** @type {ReturnType<typeof parse>} */
  let parsed
  try {
    parsed = parse()
  } catch (error) {
    return refuse(error.message)
  }
  const { values, positionals } = parsed
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const [project, ...others] = positionals
  if (project === undefined || others.length > 0) return refuse('Name one project folder.')
  if (!['sqlite', 'postgres'].includes(values.database))
    return refuse(`--database takes sqlite or postgres, not ${values.database}.`)
  if (!versions.includes(values.version))
    return refuse(`--version takes ${versions.join(', ')}, not ${values.version}.`)
  // PostgreSQL is installed with Strapi 4 only.
  if (values.database === 'postgres' && values.version !== strapiVersion)
    return refuse(`--database postgres needs --version ${strapiVersion}.`)
  const port = Number(values.port)
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    return refuse(`--port takes a number up to 65535, not ${values.port}.`)
  const { version, database, packages } = values
  return { project, version, database, port, packages }
}
