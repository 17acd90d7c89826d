/**
 * The layers of each package, lowest first: what stands right of an arrow may import what stands left of it, never the
 * other way round. A name is a folder or a file of `packages/<package>/src`. `a, b` share a layer and may import each
 * other; `a | b` share a layer and may not. `index` is above everything and needs no mention; tests are free.
 */
export const layers = {
  model:
    'problem, closest → attribute → attributes → content-type, registry, schema-file, schema-location → standard-attributes → parse → builtin, checks → create-registry → json-error, load-project, to-schema-files',
  sdk: 'errors → query, warnings → types → rest → transport → client → auth, blocks, define-query, entries, graphql, media, traffic, upload, users → query-string | tanstack-query | urql | codegen',
  server:
    'errors, config, attributes, secrets, mail, log → query → storage → entries → auth, upload, i18n → project → openapi | rest | graphql → http → open-graphql → server → mocking → msw | cli',
  conformance:
    'check → profile, ledger, content-model → target → fixtures → scenarios → runner → reporters → selftest → adapters | cli',
}

/** The packages of this workspace that the sources of each may import; whatever is installed beside them stays unused. */
export const workspaceImports = {
  model: [],
  sdk: ['model'],
  server: ['model'],
  conformance: ['model'],
}

/** Libraries kept behind one door, so that replacing one touches one place. */
export const onlyIn = {
  express: 'server/src/http/',
  'express-graphql': 'server/src/graphql/http.ts',
  msw: 'server/src/msw.ts',
  pg: 'server/src/storage/',
  sequelize: 'server/src/storage/',
  sqlite3: 'server/src/storage/',
}
