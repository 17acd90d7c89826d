import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The site in a real browser. Not a project of the workspace: building the site takes minutes, `pnpm verify:long` runs it. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: { name: 'next', include: ['e2e/**/*.test.ts'], testTimeout: 180_000, pool: 'forks' },
})
