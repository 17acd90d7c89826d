import { access, locales } from './access.js'
import { components } from './components.js'
import { contentTypes } from './content-types.js'
import type { ProjectFile } from './project-files.js'
import type { ContentTypeSchema } from './schema-file.js'

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

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

/** Strapi 4 and 5 run the same bootstrap. */
const bootstrap = `'use strict'

const access = require('./conformance-access.json')

/** Adds the locales, permissions and tokens that the scenarios need, if the database lacks the tokens. */
async function prepare(strapi) {
  const tokens = strapi.db.query('admin::api-token')
  // Strapi 5 adds tokens of its own to a new database.
  if (await tokens.findOne({ where: { name: 'full' } })) return
  for (const code of access.locales) {
    const found = await strapi.db.query('plugin::i18n.locale').findOne({ where: { code } })
    if (!found) await strapi.plugin('i18n').service('locales').create({ code, name: code })
  }
  for (const [type, actions] of Object.entries(access.roles)) {
    const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type } })
    for (const action of actions) {
      const where = { action, role: role.id }
      const permissions = strapi.db.query('plugin::users-permissions.permission')
      if (!(await permissions.findOne({ where }))) await permissions.create({ data: where })
    }
  }
  for (const [name, { key, type, actions }] of Object.entries(access.tokens)) {
    const accessKey = strapi.service('admin::api-token').hash(key)
    // Later versions of Strapi 5 have tokens of several kinds.
    const kind = strapi.contentTypes['admin::api-token'].attributes.kind && { kind: 'content-api' }
    const token = await tokens.create({ data: { name, description: '', type, accessKey, ...kind } })
    for (const action of actions) {
      await strapi.db.query('admin::api-token-permission').create({ data: { action, token: token.id } })
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

const middlewares =
  "module.exports = ['strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', 'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public']\n"

/** Returns the files that a project of Strapi 4 and one of Strapi 5 have in common. */
export function commonFiles(types: readonly ContentTypeSchema[] = contentTypes): ProjectFile[] {
  return [
    ...types.flatMap(contentTypeFiles),
    ...Object.entries(components).map(([uid, schema]) => ({
      path: `src/components/${uid.replace('.', '/')}.json`,
      text: json(schema),
    })),
    { path: 'src/index.js', text: bootstrap },
    { path: 'src/conformance-access.json', text: json({ ...access, locales: Object.values(locales) }) },
    { path: 'config/database.js', text: databaseConfiguration },
    { path: 'config/middlewares.js', text: middlewares },
    { path: 'public/robots.txt', text: 'User-Agent: *\nDisallow: /\n' },
    { path: 'public/uploads/.gitkeep', text: '' },
    { path: 'database/migrations/.gitkeep', text: '' },
    { path: '.gitignore', text: 'node_modules/\n.tmp/\n' },
  ]
}

export const serverConfiguration =
  "module.exports = ({ env }) => ({ host: env('HOST', '127.0.0.1'), port: env.int('PORT', 1337), app: { keys: ['conformance-a', 'conformance-b'] } })\n"
