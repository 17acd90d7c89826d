import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/** The executable of Chromium; `CHROME_PATH` names another one. */
export const browserPath = async () => process.env.CHROME_PATH ?? chromium.executablePath()

/**
 * Opens the browser without a window. It gets Playwright's own arguments: those of `@sparticuz/chromium`
 * would disable web security, and drop input before the first paint of a page.
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await browserPath()
  return playwright.launch({ executablePath, args: ['--no-sandbox'], headless: true })
}
