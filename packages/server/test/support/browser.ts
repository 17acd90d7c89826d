import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/** A real Chromium without a window; `CHROME_PATH` names another one. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  return playwright.launch({ executablePath, args: [...chromium.args, '--no-sandbox'], headless: true })
}
