// Runs in an empty project with the packed package: the script for pages without a bundler is there and works.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'

const manifest = createRequire(import.meta.url).resolve('@content-api/sdk/package.json')
const { unpkg, jsdelivr } = JSON.parse(readFileSync(manifest, 'utf8'))
assert.equal(unpkg, jsdelivr)
const page = {}
runInNewContext(`${readFileSync(join(dirname(manifest), unpkg), 'utf8')}\nthis.contentApi = contentApi`, page)
assert.equal(page.contentApi.stringify({ sort: ['title'] }), 'sort[0]=title')
