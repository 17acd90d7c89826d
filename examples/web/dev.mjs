import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { demo, openAtlas } from './open-atlas.mjs'

/** Returns a port from the environment. An invalid port ends the process with a message. */
function portFrom(name, otherwise) {
  const port = Number(process.env[name] ?? otherwise)
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port
  console.error(`${name} is "${process.env[name]}"; it must be a port, from 0 to 65535.`)
  process.exit(1)
}

const port = portFrom('PORT', 5173)
const apiPort = portFrom('API_PORT', 1338)
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Serves the atlas, with accounts that may write, and the page. */
console.log('Opening the atlas. The first start takes a while, because it loads the content.')
const api = await openAtlas({ folder: here('.data') })
const { url } = await api.listen({ port: apiPort })
process.env.VITE_API_URL = url
const vite = await createServer({ root: here('.'), configFile: here('vite.config.ts'), server: { port } })
await vite.listen()
console.log(`\nThe service: ${url}\nThe page:    ${vite.resolvedUrls?.local[0]}`)
console.log(`Sign in as "${demo.username}" with "${demo.password}", or register.`)

// Not only once: npm forwards Ctrl-C, so it arrives twice.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    void Promise.all([vite.close(), api.close()]).then(() => process.exit(0))
  })
}
