import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/**
 * Tests the page in a browser. Not part of the workspace's tests, because the installation of Strapi takes
 * minutes: `pnpm verify:long` runs it.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: { name: 'strapi-5', include: ['e2e/**/*.test.ts'], testTimeout: 180_000, pool: 'forks' },
})
