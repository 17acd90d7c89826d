// Runs in the copy of a project, with Strapi's packages installed: `node strapi-runner.cjs '<settings as
// JSON>'`. Reports over IPC when Strapi is ready. The project's own settings for the database and the address
// are ignored.
const { connection, host, port, secrets, token } = JSON.parse(process.argv[2])
const strapiPackage = require.resolve('@strapi/strapi/package.json', { paths: [process.cwd()] })
const load = (name) => require(require.resolve(name, { paths: [process.cwd(), strapiPackage] }))

async function start() {
  const appDir = process.cwd()
  const typescript = load('@strapi/typescript-utils')
  const usesTypescript = await typescript.isUsingTypeScript(appDir)
  // Type errors of the project are ignored.
  if (usesTypescript) await typescript.compile(appDir, { configOptions: { ignoreDiagnostics: true } })
  const distDir = usesTypescript ? await typescript.resolveOutDir(appDir) : appDir
  const strapi = load('@strapi/strapi')
  const createStrapi = strapi.createStrapi ?? strapi.default ?? strapi
  const app = createStrapi({ appDir, distDir, autoReload: false, serveAdminPanel: false })
  app.config.set('database.connection', connection)
  app.config.set('server.host', host)
  app.config.set('server.port', port)
  app.config.set('admin.serveAdminPanel', false)
  for (const [path, value] of Object.entries(secrets)) if (!app.config.get(path)) app.config.set(path, value)
  // Read before the environment changes.
  app.server.app.keys ??= app.config.get('server.app.keys')
  await app.load()
  await createToken(app)
  await app.listen()
  process.send?.('ready')
}

/** A token with full access to REST and GraphQL. */
async function createToken(app) {
  const accessKey = app.service('admin::api-token').hash(token)
  const tokens = app.db.query('admin::api-token')
  if (await tokens.findOne({ where: { accessKey } })) return
  // Later versions of Strapi 5 have tokens of several kinds.
  const kind = app.contentTypes['admin::api-token'].attributes.kind && { kind: 'content-api' }
  await tokens.create({ data: { name: 'local', description: '', type: 'full-access', accessKey, ...kind } })
}

// The parent process has ended, so nothing else would stop this one.
process.on('disconnect', () => process.exit(0))
start().catch((error) => {
  console.error(error)
  process.exit(1)
})
