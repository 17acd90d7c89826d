import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { serveArticles } from './service.mjs'

/** Serves the articles on port 1337 (PORT). The database stays in .data. */
const data = fileURLToPath(new URL('.data/', import.meta.url))
await mkdir(`${data}uploads`, { recursive: true })
const port = Number(process.env.PORT ?? 1337)
const { api, url, demo } = await serveArticles({ database: `${data}articles.db`, uploads: `${data}uploads`, port })
console.log(`The service is at ${url}. Sign in as "${demo.username}" with "${demo.password}".`)
// Not only once: npm forwards Ctrl-C, so it arrives twice.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void api.close())
