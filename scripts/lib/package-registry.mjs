import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * Serves packages as npm's registry would, so that commands can install them by name, publish further ones
 * and deprecate versions. Resolves to `{ url, packages, close }`, where `packages` is a map from names to
 * documents of npm: `{ name, 'dist-tags', versions }`.
 * @param packed packages to begin with, from `packAll`
 */
export async function serveRegistry(packed = []) {
  const packages = new Map()
  const tarballs = new Map()
  const respond = async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, url).pathname)
    if (request.method === 'PUT') add(JSON.parse(await textOf(request)))
    const found = packages.get(path.slice(1))
    const body = request.method === 'PUT' ? '{"ok":true}' : found ? JSON.stringify(found) : tarballs.get(path)
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': tarballs.has(path) ? 'application/gzip' : 'application/json',
    })
    response.end(body ?? '{"error":"not_found"}')
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}`

  /** Adds the versions of a publication, or replaces those of a deprecation, which has no attachments. */
  function add({ name, 'dist-tags': tags, versions, _attachments: attachments = {} }) {
    const before = packages.get(name)
    packages.set(name, {
      name,
      'dist-tags': { ...before?.['dist-tags'], ...tags },
      versions: { ...before?.versions, ...versions },
    })
    const [attachment] = Object.values(attachments)
    if (attachment === undefined) return
    for (const version of Object.keys(versions)) keep(name, version, Buffer.from(attachment.data, 'base64'))
  }

  function keep(name, version, content) {
    const path = `/tarballs/${name}/${version}.tgz`
    tarballs.set(path, content)
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
    packages.get(name).versions[version].dist = { tarball: url + path, integrity }
  }

  for (const { name, manifest, tarball } of packed) {
    add({ name, 'dist-tags': { latest: manifest.version }, versions: { [manifest.version]: { ...manifest } } })
    keep(name, manifest.version, readFileSync(tarball))
  }
  return {
    url,
    packages,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
