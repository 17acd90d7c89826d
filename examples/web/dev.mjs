import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { demo, openAtlas } from './open-atlas.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Serves the atlas with accounts that may write, and the page over it. */
console.log('Opening the atlas. The first time it is loaded, which takes a while.')
const api = await openAtlas({ folder: here('.data') })
const { url } = await api.listen({ port: Number(process.env.API_PORT ?? 1338) })
process.env.VITE_API_URL = url
const vite = await createServer({ root: here('.'), configFile: here('vite.config.ts') })
await vite.listen()
console.log(`\nThe service: ${url}\nThe page:    ${vite.resolvedUrls?.local[0]}`)
console.log(`Sign in as "${demo.username}" with "${demo.password}", or register.`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void Promise.all([vite.close(), api.close()]).then(() => process.exit(0))
  })
}
