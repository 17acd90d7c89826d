import { access, locales } from './access.js'
import { components } from './components.js'
import { contentTypes, optionalContentTypes } from './content-types.js'
import type { ProjectFile } from './project-files.js'
import type { ContentTypeSchema } from './schema-file.js'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const factory = (kind: 'Controller' | 'Router' | 'Service', name: string) =>
  `'use strict'\n\nconst { factories } = require('@strapi/strapi')\n\nmodule.exports = factories.createCore${kind}('api::${name}.${name}')\n`

function contentTypeFiles(schema: ContentTypeSchema): ProjectFile[] {
  const name = schema.info.singularName
  return [
    { path: `src/api/${name}/content-types/${name}/schema.json`, text: json(schema) },
    { path: `src/api/${name}/controllers/${name}.js`, text: factory('Controller', name) },
    { path: `src/api/${name}/routes/${name}.js`, text: factory('Router', name) },
    { path: `src/api/${name}/services/${name}.js`, text: factory('Service', name) },
  ]
}

const bootstrap = `'use strict'

const access = require('./conformance-access.json')

/** Adds the locales, permissions and tokens that the scenarios need, if the database has no token yet. */
async function prepare(strapi) {
  if ((await strapi.query('admin::api-token').count()) > 0) return
  for (const code of access.locales) {
    const found = await strapi.query('plugin::i18n.locale').findOne({ where: { code } })
    if (!found) await strapi.query('plugin::i18n.locale').create({ data: { code, name: code } })
  }
  for (const [type, actions] of Object.entries(access.roles)) {
    const role = await strapi.query('plugin::users-permissions.role').findOne({ where: { type } })
    for (const action of actions) {
      const where = { action, role: role.id }
      const permissions = strapi.query('plugin::users-permissions.permission')
      if (!(await permissions.findOne({ where }))) await permissions.create({ data: where })
    }
  }
  for (const [name, { key, type, actions }] of Object.entries(access.tokens)) {
    const accessKey = strapi.service('admin::api-token').hash(key)
    const token = await strapi.query('admin::api-token').create({ data: { name, description: '', type, accessKey } })
    for (const action of actions) {
      await strapi.query('admin::api-token-permission').create({ data: { action, token: token.id } })
    }
  }
}

module.exports = {
  async bootstrap({ strapi }) {
    await prepare(strapi)
  },
}
`

const databaseConfiguration = `const path = require('node:path')

module.exports = ({ env }) =>
  env('DATABASE_CLIENT') === 'postgres'
    ? { connection: { client: 'postgres', connection: { connectionString: env('DATABASE_URL') } } }
    : {
        connection: {
          client: 'sqlite',
          connection: { filename: path.resolve(__dirname, '..', env('DATABASE_FILENAME', '.tmp/data.db')) },
          useNullAsDefault: true,
        },
      }
`

const configuration: readonly ProjectFile[] = [
  {
    path: 'config/server.js',
    text: "module.exports = ({ env }) => ({ host: env('HOST', '127.0.0.1'), port: env.int('PORT', 1337), app: { keys: ['conformance-a', 'conformance-b'] } })\n",
  },
  {
    path: 'config/admin.js',
    text: "module.exports = () => ({ serveAdminPanel: false, auth: { secret: 'conformance' }, apiToken: { salt: 'conformance' }, transfer: { token: { salt: 'conformance' } } })\n",
  },
  {
    path: 'config/api.js',
    text: 'module.exports = { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }\n',
  },
  {
    path: 'config/database.js',
    text: databaseConfiguration,
  },
  {
    path: 'config/middlewares.js',
    text: "module.exports = ['strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', 'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public']\n",
  },
  {
    path: 'config/plugins.js',
    text: "module.exports = () => ({\n  graphql: { enabled: true, config: { depthLimit: 7, amountLimit: 100 } },\n  i18n: { enabled: true },\n  'users-permissions': { enabled: true, config: { jwtSecret: 'conformance', ratelimit: { enabled: false } } },\n})\n",
  },
]

const manifest = {
  name: 'conformance-target',
  private: true,
  version: '0.0.0',
  scripts: { start: 'strapi start' },
  dependencies: {
    '@strapi/strapi': '4.26.2',
    '@strapi/plugin-users-permissions': '4.26.2',
    '@strapi/plugin-graphql': '4.26.2',
    '@strapi/plugin-i18n': '4.26.2',
    'better-sqlite3': '11.10.0',
    pg: '8.11.3',
    react: '^18.2.0',
    'react-dom': '^18.2.0',
    'react-router-dom': '5.3.4',
    'styled-components': '5.3.11',
  },
  overrides: { sharp: '0.33.5' },
  strapi: { uuid: false },
}

const suiteConfig = `export default {
  profile: 'full',
  // Strapi 4 ignores unknown query parameters, populate names and body attributes.
  capabilities: { strictParams: false },
  limits: { defaultLimit: 25, maxLimit: 100 },
  tokens: { full: '${access.tokens.full.key}', restricted: '${access.tokens.restricted.key}' },
}
`

/**
 * Returns the model as a Strapi 4 project: schema files, routes, configuration, and a bootstrap that sets
 * permissions.
 */
export function strapiProject(options: { readonly array?: boolean } = {}): ProjectFile[] {
  const types = options.array ? [...contentTypes, optionalContentTypes.arrayAttribute] : contentTypes
  return [
    ...types.flatMap(contentTypeFiles),
    ...Object.entries(components).map(([uid, schema]) => ({
      path: `src/components/${uid.replace('.', '/')}.json`,
      text: json(schema),
    })),
    { path: 'src/index.js', text: bootstrap },
    { path: 'src/conformance-access.json', text: json({ ...access, locales: Object.values(locales) }) },
    ...configuration,
    { path: 'conformance.config.mjs', text: suiteConfig },
    { path: 'package.json', text: json(manifest) },
    { path: 'public/robots.txt', text: 'User-Agent: *\nDisallow: /\n' },
    { path: 'public/uploads/.gitkeep', text: '' },
    { path: 'database/migrations/.gitkeep', text: '' },
    { path: '.gitignore', text: 'node_modules/\n.tmp/\n' },
  ]
}
