import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { flagsForShortRuns } from './scripts/lib/node-flags.mjs'
import { buildPackages, builtFile, importBuilds } from './tests/support/import-builds.js'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

buildPackages()

const alias = [
  {
    find: /^@content-api\/(model|sdk|server|conformance|conformance-selftest)$/,
    replacement: source('./packages/$1/dist/index.js'),
  },
  {
    find: /^@content-api\/(engine|strapi-tables|migrate)\/(.*)$/,
    replacement: source('./packages/$1/dist/exports/$2.js'),
  },
  {
    find: /^@content-api\/(core|project-files|capabilities|interfaces|strapi-project|strapi-reads|strapi-documents)\/(.*)$/,
    replacement: source('./packages/$1/dist/$2.js'),
  },
  { find: /^@content-api\/server\/msw$/, replacement: source('./packages/server/dist/msw.js') },
  // Node loads this build of graphql-js for every package. graphql-js rejects schemas of another copy of itself.
  { find: /^graphql$/, replacement: source('./packages/server/node_modules/graphql/index.js') },
]

/** Starts one PostgreSQL server for all tests of a vitest project. */
const postgresServer = source('./tests/support/postgres-server.ts')

/** Bundle the programs for the tests that run their command lines, unless the bundles are up to date. */
const serverBundle = source('./packages/server/scripts/bundle.mjs')
const conformanceBundle = source('./packages/conformance/scripts/bundle.mjs')

const globalSetups: Readonly<Record<string, string[]>> = {
  engine: [postgresServer],
  'strapi-tables': [postgresServer],
  migrate: [postgresServer],
  core: [postgresServer],
  sdk: [postgresServer],
  server: [postgresServer, serverBundle],
  conformance: [conformanceBundle],
}

/** Nuxt needs a newer Node than this workspace: the tests of its module have stand-ins for it. */
const nuxtSettings = {
  resolve: {
    alias: [
      ...alias,
      { find: /^(?:nuxt\/app|vue)$/, replacement: source('./packages/nuxt/test/support/nuxt-app.ts') },
      { find: '#build/content-api.mjs', replacement: source('./packages/nuxt/test/support/build.ts') },
    ],
  },
  define: { 'import.meta.server': 'globalThis.isNuxtServer', 'import.meta.client': '!globalThis.isNuxtServer' },
}

const packages = [
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
  'sdk',
  'nuxt',
  'astro',
  'explorer',
  'server',
  'conformance',
  'conformance-selftest',
].map((name) => ({
  extends: true as const,
  root: source(`./packages/${name}`),
  ...(name === 'nuxt' && nuxtSettings),
  test: {
    name,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: globalSetups[name] ?? [],
  },
}))

/** Tests of the whole repository: its layers, files and scripts, and the conformance suite against the server. */
const workspace = {
  extends: true as const,
  test: { name: 'workspace', include: ['tests/**/*.test.ts'], globalSetup: [postgresServer, conformanceBundle] },
}

/** Tests of examples/web: its data functions against a mocked service, and the whole page in a real browser. */
const web = {
  extends: true as const,
  root: source('./examples/web'),
  test: {
    name: 'web',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'e2e/**/*.test.ts'],
  },
}

export default defineConfig({
  plugins: [importBuilds],
  resolve: { alias },
  test: {
    projects: [...packages, web, workspace],
    // Processes, unlike threads, isolate native add-ons and tests that end their process on purpose.
    pool: 'forks',
    // The files that one process runs share their modules: to load those again for each file would take
    // longer than most tests. A file that changes the process for the next ones fails.
    isolate: false,
    server: { deps: { external: [builtFile] } },
    execArgv: [...flagsForShortRuns],
    setupFiles: [source('./tests/support/cheap-password-costs.ts'), source('./tests/support/after-each-file.ts')],
    // One more than cores, because tests wait for disks, servers and timers for a part of their time.
    maxWorkers: Math.max(3, availableParallelism() + 1),
    allowOnly: false,
    // They only end tests that hang. No test depends on the speed of the machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000, interval: 10 } },
  },
})
