/**
 * The layers of each package, lowest first: names on the right of an arrow may import names on the left,
 * never the other way round. A name is a folder or file of `packages/<package>/src`, or a folder in one of
 * these (`strapi/code`). `a, b` share a layer and may import each other; `a | b` share a layer and may
 * not. `index` is above all others and isn't listed. Tests may import everything.
 */
export const layers = {
  model:
    'problem, closest, wording → attribute → attributes, custom-fields → content-type, registry, schema-file, schema-location → standard-attributes → parse → builtin, checks → references → create-registry, registered-fields, with-documents, written-config → find-installed → load-project, strapi-version, to-schema-files',
  engine:
    'errors, on-demand → attributes → plan → layout → dialects → concurrency → database → read → write → accounts, admission, outbox → drivers → files, project-store, schema → transfer → exports',
  'strapi-tables': 'layout → accounts, source-tables, schema → exports',
  migrate: 'content-store, entries → plain-files | strapi-source → strapi-import | strapi-export → compare → exports',
  sdk: 'errors → query, memoization, warnings → types → rest → transport → client → auth, blocks, changes, define-query, entries, graphql, media, traffic, upgrade, upload, users → query-string | strapi5 | tanstack-query | urql | webhooks | frameworks | codegen',
  nuxt: 'nuxt.d, options, register → runtime → proxy, build',
  astro: 'astro, connection → loader | pages',
  core: 'errors, config, secrets, log, telemetry → message → query → entries → outbox → composition → files → transport',
  'project-files': 'code, unreadable-file, project-modules → dot-env, strapi → load-config, plugins, providers',
  capabilities: 'accounts, uploads, i18n, mail, webhooks, live',
  interfaces: 'rest | graphql → openapi',
  'strapi-project': 'code → graphql | koa',
  'strapi-reads':
    'forward-reason, health, only-queries, read-types, settings, watch-changes → candidates, evidence, generations, headers, left-to-strapi, metrics, proxy, start-hints, throw-unreadable → graphql-transports, reject-reads → graphql-reads, judged-reads, rest-reads, rules, verdicts → plans, rest5, serve-reads → accounts, document-reads, graphql5, indexes → graphql-shapes → open-reads → listener → open-serving → open-beside',
  'strapi-documents':
    'rows | query → input → documents → accounts, code, files → graphql | openapi | rest | transfer → service',
  server:
    'own-package, project-generation, snapshots, served-api → content-api, migration, http → open-service → documents | entries | serve-requests → start-service → service → mcp | mocking | recording → msw | recorded | vite | vite-client | cli',
  explorer:
    'protocol, css.d, styles → state, model, transport → controls, json-editor, identity, frame, media, webhooks, entry, content, query, code, response → main',
  conformance:
    'check → profile, ledger, content-model → target → fixtures → scenarios → reproduction → runner → content | reporters → adapters | cli',
  'conformance-selftest':
    'is-record → second-server → document-server, wire → mutant, degenerate-servers → document-view, mutants → all-mutants → selftest → main',
}

/**
 * The packages of this workspace that the sources of each package may import. Others may be installed, but
 * only for tests and builds.
 */
export const workspaceImports = {
  model: [],
  engine: ['model'],
  'strapi-tables': ['model', 'engine'],
  migrate: ['model', 'engine', 'strapi-tables'],
  sdk: ['model'],
  nuxt: ['sdk'],
  astro: ['sdk'],
  core: ['model', 'engine'],
  'project-files': ['model', 'engine', 'core'],
  capabilities: ['model', 'engine', 'core', 'project-files'],
  interfaces: ['model', 'engine', 'core', 'capabilities'],
  'strapi-project': ['model', 'engine', 'core', 'project-files', 'capabilities', 'interfaces'],
  'strapi-reads': ['model', 'engine', 'strapi-tables', 'core', 'project-files', 'capabilities', 'interfaces'],
  'strapi-documents': [
    'model',
    'engine',
    'strapi-tables',
    'core',
    'project-files',
    'capabilities',
    'interfaces',
    'strapi-reads',
  ],
  // The server imports the types of the data that it exchanges with the explorer, and its code for the SDK.
  server: [
    'model',
    'engine',
    'strapi-tables',
    'migrate',
    'core',
    'project-files',
    'capabilities',
    'interfaces',
    'strapi-project',
    'strapi-reads',
    'strapi-documents',
    'explorer',
  ],
  explorer: ['model', 'sdk'],
  conformance: ['model'],
  'conformance-selftest': ['conformance'],
}

/** Libraries that only one folder or file may import, or few of them, so that they can be replaced in one place. */
export const onlyIn = {
  '@aws-sdk/client-s3': 'capabilities/src/uploads/s3.ts',
  '@aws-sdk/lib-storage': 'capabilities/src/uploads/s3.ts',
  '@aws-sdk/s3-request-presigner': 'capabilities/src/uploads/s3.ts',
  '@opentelemetry/api': 'core/src/telemetry/',
  '@modelcontextprotocol/sdk': 'server/src/mcp/',
  jose: 'capabilities/src/accounts/providers/',
  'openid-client': 'capabilities/src/accounts/providers/',
  express: 'core/src/transport/',
  'express-graphql': 'interfaces/src/graphql/http/express-graphql.ts',
  msw: ['server/src/msw.ts', 'server/src/recorded.ts'],
  pg: ['engine/src/', 'strapi-tables/src/'],
  'prom-client': 'core/src/telemetry/',
  sequelize: 'engine/src/',
  sqlite3: ['engine/src/', 'strapi-tables/src/'],
}

/** The folders whose strings may contain SQL. */
export const sqlIn = ['engine/src/', 'strapi-tables/src/', 'strapi-documents/src/']

/** The only file that may call `normalize` of strings: it limits their length. */
export const normalizeIn = 'capabilities/src/accounts/normal-form.ts'

/** The only folders whose strings may contain the quoted name of a column. */
export const columnNamesIn = ['engine/src/layout/', 'strapi-tables/src/layout/', 'strapi-tables/src/schema/']

/**
 * The folders that know no Strapi and no version of it: what differs there is a value that they get, such as
 * `ReadingRules` and `Layout`.
 */
export const core = [
  'core/src/query/',
  'core/src/entries/',
  'core/src/message/',
  'interfaces/src/graphql/',
  'interfaces/src/rest/',
  'engine/src/',
]
