import { contentApi } from '@content-api/server/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const executablePath = process.env['CHROME_PATH']
const launchOptions = executablePath === undefined ? {} : { executablePath, args: ['--no-sandbox'] }

export default defineConfig({
  plugins: [contentApi({ project: 'cms', seed: 'cms/content.jsonl' })],
  // Vite would otherwise reload the page of the first test that imports it.
  optimizeDeps: { include: ['@content-api/sdk'] },
  test: {
    setupFiles: 'test/setup.ts',
    // It only ends tests that hang.
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
