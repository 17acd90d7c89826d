import { access } from './access.js'
import type { ProjectFile } from './project-files.js'
import { commonFiles, json, serverConfiguration } from './strapi-files.js'

/** The parameters are strict, as in a generated project, unless STRICT is `false`. */
const apiConfiguration = `module.exports = ({ env }) => {
  const strict = env.bool('STRICT', true)
  return {
    rest: { defaultLimit: 25, maxLimit: 100, withCount: true, strictParams: strict },
    documents: { strictParams: strict, strictRelations: strict },
  }
}
`

const configuration: readonly ProjectFile[] = [
  { path: 'config/server.js', text: serverConfiguration },
  {
    path: 'config/admin.js',
    text: "module.exports = () => ({\n  serveAdminPanel: false,\n  auth: { secret: 'conformance' },\n  apiToken: { salt: 'conformance' },\n  transfer: { token: { salt: 'conformance' } },\n  secrets: { encryptionKey: 'conformance-encryption-key-0123' },\n})\n",
  },
  { path: 'config/api.js', text: apiConfiguration },
  {
    path: 'config/plugins.js',
    text: "module.exports = () => ({\n  graphql: { enabled: true },\n  'users-permissions': { enabled: true, config: { jwtSecret: 'conformance', ratelimit: { enabled: false } } },\n})\n",
  },
]

const manifest = {
  name: 'conformance-target',
  private: true,
  version: '0.0.0',
  scripts: { start: 'strapi start' },
  dependencies: {
    '@strapi/strapi': '5.54.0',
    '@strapi/plugin-users-permissions': '5.54.0',
    '@strapi/plugin-graphql': '5.54.0',
    'better-sqlite3': '12.8.0',
    pg: '8.11.3',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.6',
    'styled-components': '6.6.0',
  },
  strapi: { uuid: false },
}

const suiteConfig = `export default {
  profile: 'strapi-5',
  limits: { defaultLimit: 25, maxLimit: 100 },
  tokens: { full: '${access.tokens.full.key}', restricted: '${access.tokens.restricted.key}' },
}
`

/** Returns the model as a Strapi 5 project. Its types, routes and access are those of the Strapi 4 project. */
export function strapi5Project(): ProjectFile[] {
  return [
    ...commonFiles(),
    ...configuration,
    { path: 'conformance.config.mjs', text: suiteConfig },
    { path: 'package.json', text: json(manifest) },
  ]
}
