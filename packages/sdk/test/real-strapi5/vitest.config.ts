import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import workspace from '../../../../vitest.config.js'

/**
 * Runs the SDK against a real Strapi 5, which `pnpm verify:long --only strapi5-sdk` installs and starts. Not
 * part of the workspace's tests: an installation takes minutes.
 */
export default mergeConfig(
  { ...workspace, test: {} },
  {
    root: fileURLToPath(new URL('.', import.meta.url)),
    test: {
      name: 'strapi5-sdk',
      include: ['*.scenarios.ts'],
      pool: 'forks',
      // All files share one Strapi.
      fileParallelism: false,
      testTimeout: 120_000,
    },
  },
)
