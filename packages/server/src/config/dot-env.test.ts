import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { provideDotEnv } from './dot-env.js'

it('provides the variables of a project, except those that configure the service and those already set', () => {
  const project = mkdtempSync(join(tmpdir(), 'content-api-env-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  writeFileSync(
    join(project, '.env'),
    'SHOP_KEY=1\nSHOP_NAME=file\nAPI_TOKEN_SALT=strapi\nJWT_SECRET=strapi\nPORT=1338',
  )
  for (const name of ['SHOP_KEY', 'API_TOKEN_SALT', 'JWT_SECRET', 'PORT']) vi.stubEnv(name, undefined)
  vi.stubEnv('SHOP_NAME', 'environment')
  onTestFinished(() => void vi.unstubAllEnvs())
  provideDotEnv(project)
  const { SHOP_KEY, SHOP_NAME, API_TOKEN_SALT, JWT_SECRET, PORT } = process.env
  expect({ SHOP_KEY, SHOP_NAME, API_TOKEN_SALT, JWT_SECRET, PORT }).toEqual({ SHOP_KEY: '1', SHOP_NAME: 'environment' })
})
