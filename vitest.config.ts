import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Tests read the sources of the workspace's packages, not their builds, so that a failure points at the line to mend. */
const alias = [
  { find: /^@content-api\/(model|sdk|server|conformance)$/, replacement: source('./packages/$1/src/index.ts') },
]

export default defineConfig({
  resolve: { alias },
  test: {
    projects: ['model', 'sdk', 'server', 'conformance'].map((name) => ({
      extends: true as const,
      root: source(`./packages/${name}`),
      test: {
        name,
        include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
        typecheck: { enabled: false, include: ['src/**/*.test-d.ts'], tsconfig: source('./tsconfig.tests.json') },
        testTimeout: 30_000,
        hookTimeout: 60_000,
      },
    })),
  },
})
