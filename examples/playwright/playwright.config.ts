import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROME_PATH']

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.tmp/results',
  fullyParallel: true,
  workers: 2,
  // They only end tests that hang. The service starts slowly on a busy machine.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  use: executablePath === undefined ? {} : { launchOptions: { executablePath, args: ['--no-sandbox'] } },
})
