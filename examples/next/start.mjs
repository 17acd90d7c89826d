import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { demo, openService } from './open-service.mjs'

/** Serves the articles, and the site in Next's development mode. */
const here = fileURLToPath(new URL('.', import.meta.url))
await mkdir(new URL('.data', import.meta.url), { recursive: true })
const api = await openService(fileURLToPath(new URL('.data/articles.db', import.meta.url)))
const { url } = await api.listen({ port: Number(process.env.API_PORT ?? 1338) })
console.log(`The service is at ${url}. Sign in as "${demo.username}" with "${demo.password}".`)

const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
const site = spawn(process.execPath, [next, 'dev', here, '--port', process.env.PORT ?? '3000'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    CMS_URL: url,
    NEXT_TELEMETRY_DISABLED: '1',
    DRAFT_SECRET: process.env.DRAFT_SECRET ?? 'a-secret-for-development',
  },
})
site.once('exit', () => void api.close())
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void site.kill(signal))
