import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROME_PATH']

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.tmp/results',
  fullyParallel: true,
  workers: 2,
  use: executablePath === undefined ? {} : { launchOptions: { executablePath, args: ['--no-sandbox'] } },
})
