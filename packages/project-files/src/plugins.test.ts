import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { strapiVersionOf } from '@content-api/model'
import { expect, onTestFinished, test } from 'vitest'
import { findPlugins } from './plugins.js'

test('finds the packages of a workspace, which lie in a folder above the project', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'content-api-workspace-'))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  const plugin = { name: 'a-shop', strapi: { kind: 'plugin', name: 'shop' } }
  const files = {
    'apps/cms/package.json': { dependencies: { '@strapi/strapi': '^5', 'a-shop': '*', missing: '*' } },
    'node_modules/a-shop/package.json': plugin,
    'node_modules/a-shop/strapi-server.js': {},
    'node_modules/@strapi/strapi/package.json': { version: '5.30.1' },
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), JSON.stringify(content))
  }
  const project = join(workspace, 'apps/cms')
  expect(await findPlugins(project)).toMatchObject([
    { name: 'shop', package: 'a-shop', folder: join(workspace, 'node_modules/a-shop') },
  ])
  expect(strapiVersionOf(project)?.text).toBe('5.30.1')
})
