import { defineConfig } from 'vitest/config'

/** Type tests: one compiler run over all packages, then one verdict per test. */
export default defineConfig({
  test: {
    include: [],
    typecheck: {
      enabled: true,
      only: true,
      include: ['packages/*/{src,test}/**/*.test-d.ts'],
      tsconfig: './tsconfig.tests.json',
    },
  },
})
