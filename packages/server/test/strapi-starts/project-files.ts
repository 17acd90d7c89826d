import type { ProjectFiles } from '../support/write-project.js'
import type { SchemaJson } from './library-schemas.js'

const exported = (value: unknown) => `module.exports = ${JSON.stringify(value, null, 2)}\n`

/** The files of a project without content types. `bootstrap` creates a second locale. */
export const basicFiles: ProjectFiles = {
  'config/server.js': exported({ host: '127.0.0.1', port: 1337, app: { keys: ['a', 'b'] } }),
  'config/admin.js': exported({
    serveAdminPanel: false,
    auth: { secret: 'admin' },
    apiToken: { salt: 'salt' },
    transfer: { token: { salt: 'salt' } },
  }),
  'config/api.js': exported({ rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }),
  'config/plugins.js': exported({
    // Names of attributes needn't be valid in GraphQL.
    graphql: { enabled: false },
    'users-permissions': { config: { jwtSecret: 'a secret of thirty-two bytes, no less' } },
  }),
  'config/middlewares.js': exported(
    ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'].map(
      (name) => `strapi::${name}`,
    ),
  ),
  'src/index.js': `module.exports = {
  async bootstrap({ strapi }) {
    const locales = strapi.db.query('plugin::i18n.locale')
    if (!(await locales.findOne({ where: { code: 'fr' } }))) await locales.create({ data: { code: 'fr', name: 'French' } })
  },
}
`,
}

/** Returns the schema files of content types, by singular name, and of components, by uid. */
export function schemaFiles(
  types: Readonly<Record<string, SchemaJson>>,
  components: Readonly<Record<string, SchemaJson>>,
): ProjectFiles {
  const ofTypes = Object.entries(types).flatMap(([name, schema]) => {
    const core = (kind: string) =>
      `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${name}.${name}')\n`
    return [
      [`src/api/${name}/content-types/${name}/schema.json`, JSON.stringify(schema, null, 2)],
      [`src/api/${name}/controllers/${name}.js`, core('Controller')],
      [`src/api/${name}/services/${name}.js`, core('Service')],
      [`src/api/${name}/routes/${name}.js`, core('Router')],
    ]
  })
  const ofComponents = Object.entries(components).map(([uid, schema]) => [
    `src/components/${uid.replace('.', '/')}.json`,
    JSON.stringify(schema, null, 2),
  ])
  return Object.fromEntries([...ofTypes, ...ofComponents]) as ProjectFiles
}
