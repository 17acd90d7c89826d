import { access } from './access.js'
import { contentTypes, optionalContentTypes } from './content-types.js'
import type { ProjectFile } from './project-files.js'
import { commonFiles, json, serverConfiguration } from './strapi-files.js'

const configuration: readonly ProjectFile[] = [
  {
    path: 'config/server.js',
    text: serverConfiguration,
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
    ...commonFiles(types),
    ...configuration,
    { path: 'conformance.config.mjs', text: suiteConfig },
    { path: 'package.json', text: json(manifest) },
  ]
}
