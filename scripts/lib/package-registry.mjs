import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * Serves packed packages as npm's registry would, so that commands can install them by name. Resolves to
 * `{ url, close }`.
 */
export async function serveRegistry(packages) {
  const tarballs = new Map(packages.map((one) => [`/tarballs/${one.fileName}`, readFileSync(one.tarball)]))
  const documentOf = ({ name, manifest, fileName }) => {
    const tarball = `${url}/tarballs/${fileName}`
    const integrity = `sha512-${createHash('sha512')
      .update(tarballs.get(`/tarballs/${fileName}`))
      .digest('base64')}`
    const { version } = manifest
    const versions = { [version]: { ...manifest, dist: { tarball, integrity } } }
    return JSON.stringify({ name, 'dist-tags': { latest: version }, versions })
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url)
    const found = packages.find(({ name }) => path === `/${name}`)
    const body = found ? documentOf(found) : tarballs.get(path)
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': found ? 'application/json' : 'application/gzip',
    })
    response.end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}`
  return { url, close: () => new Promise((resolve) => server.close(resolve)) }
}
