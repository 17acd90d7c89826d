import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/**
 * Tests the site in a browser. Not part of the workspace's tests, because the build takes minutes:
 * `pnpm verify:long` runs it.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: { name: 'next', include: ['e2e/**/*.test.ts'], testTimeout: 180_000, pool: 'forks' },
})
