import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { findAdvisories } from '../../../scripts/lib/advisories.mjs'
import { type Component, createSbom } from '../../../scripts/lib/sbom.mjs'
import { buildPage } from '../../explorer/scripts/build.mjs'

const workspace = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(workspace, path), 'utf8')
const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`)

/** Returns the name of the package that contains a file, or nothing for a file of this repository. */
function packageOf(path: string): string[] {
  const [, inPackages] = path.split(/.*\/node_modules\//)
  const [first = '', second = ''] = inPackages?.split('/') ?? []
  return inPackages === undefined ? [] : [first.startsWith('@') ? `${first}/${second}` : first]
}

// It is up to date, unless only these tests run.
beforeAll(async () => void (await buildPage()))

it('the bill of materials lists the packages of all bundles and copies, in the versions of the lock file', () => {
  const inputs = ['server', 'explorer'].flatMap(
    (name) => (JSON.parse(read(`packages/${name}/dist/bundle.json`)) as { inputs: string[] }).inputs,
  )
  const bundled = new Set([...inputs.flatMap(packageOf), 'graphiql', 'react', 'react-dom', 'swagger-ui-dist'])
  const sbom = createSbom('server')
  expect(new Set(sbom.components.map(nameOf))).toEqual(bundled)
  expect(bundled).toContain('express-graphql')
  const lockfile = read('pnpm-lock.yaml')
  for (const component of sbom.components) {
    const id = `${nameOf(component)}@${component.version}`
    const [hash] = component.hashes ?? []
    const integrity = `{integrity: sha512-${Buffer.from(hash?.content ?? '', 'hex').toString('base64')}}`
    expect(lockfile, id).toContain(`${id.startsWith('@') ? `'${id}'` : id}:\n    resolution: ${integrity}`)
  }
})

it('the bill of materials has what CycloneDX 1.6 requires', () => {
  const sbom = createSbom('server')
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  const all = [sbom.metadata.component, ...sbom.components]
  for (const component of all) {
    expect(component).toMatchObject({ type: 'library', name: expect.any(String), version: expect.any(String) })
    expect(component.purl).toBe(`pkg:npm/${nameOf(component).replace('@', '%40')}@${component.version}`)
    expect(component.licenses).toHaveLength(1)
    for (const { content } of component.hashes ?? []) expect(content).toMatch(/^[0-9a-f]{128}$/)
  }
  const refs = all.map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(sbom.dependencies).toEqual([{ ref: refs[0], dependsOn: refs.slice(1) }])
})

it('advisories of bundled versions are found by npm audit', async () => {
  const advisory = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'It hangs',
    severity: 'high',
    vulnerable_versions: '<0.13.0',
    cwe: [],
    cvss: { score: 7, vectorString: null },
  }
  let sent: unknown
  const registry = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isAudit = request.url === '/-/npm/v1/security/advisories/bulk'
      if (isAudit) sent = JSON.parse(gunzipSync(Buffer.concat(chunks)).toString())
      response.writeHead(isAudit ? 200 : 404, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(isAudit ? { 'express-graphql': [advisory] } : {}))
    })
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  try {
    const components = [
      { name: 'express-graphql', version: '0.12.0' },
      { group: '@graphql-tools', name: 'schema', version: '9.0.19' },
      { group: '@graphql-tools', name: 'schema', version: '10.1.5' },
    ]
    const env = { npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/` }
    expect(await findAdvisories({ components }, env)).toEqual([
      'high: express-graphql <0.13.0: It hangs (https://advisories.example/1)',
    ])
    expect(sent).toEqual({ 'express-graphql': ['0.12.0'], '@graphql-tools/schema': ['9.0.19', '10.1.5'] })
  } finally {
    registry.close()
    registry.closeAllConnections()
  }
})
