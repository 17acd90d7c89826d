import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Tests read the sources of the workspace's packages, not their builds, so that a failure points at the line
 * to mend.
 */
const alias = [
  {
    find: /^@content-api\/(model|sdk|server|conformance|conformance-selftest)$/,
    replacement: source('./packages/$1/src/index.ts'),
  },
  { find: /^@content-api\/server\/msw$/, replacement: source('./packages/server/src/msw.ts') },
  // Node loads this build of graphql-js for every package; a second one would not know the schemas of the first.
  { find: /^graphql$/, replacement: source('./packages/server/node_modules/graphql/index.js') },
  { find: '#memoization', replacement: source('./packages/sdk/src/memoization/none.ts') },
  { find: '#warnings', replacement: source('./packages/sdk/src/warnings/node.ts') },
]

/** One real PostgreSQL for all tests of a project. */
const postgresServer = source('./packages/server/test/support/postgres-server.ts')

const packages = ['model', 'sdk', 'explorer', 'server', 'conformance', 'conformance-selftest'].map((name) => ({
  extends: true as const,
  root: source(`./packages/${name}`),
  test: {
    name,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['sdk', 'server'].includes(name) ? [postgresServer] : [],
  },
}))

/** What holds for the repository as a whole: its layers, its files, its scripts, and the suite against the server. */
const workspace = {
  extends: true as const,
  test: { name: 'workspace', include: ['tests/**/*.test.ts'], globalSetup: [postgresServer] },
}

/** The page over the atlas: its data functions against a mocked service, and all of it in a real browser. */
const web = {
  extends: true as const,
  root: source('./examples/web'),
  test: {
    name: 'web',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'e2e/**/*.test.ts'],
    // Each waits for states of the page; how long they take is the machine's to say.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
}

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [...packages, web, workspace],
    // Processes rather than threads: native add-ons and tests that end a process on purpose stay apart.
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
    allowOnly: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
