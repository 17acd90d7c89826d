import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ownEnvironment, provideDotEnv } from './dot-env.js'

function projectWith(files: Readonly<Record<string, string>>): string {
  const project = mkdtempSync(join(tmpdir(), 'content-api-env-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
  for (const name of ['SHOP_KEY', 'PORT', 'HOST']) vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  return project
}

it('provides the variables of a project, except those that configure the service and those already set', () => {
  const project = projectWith({ '.env': 'SHOP_KEY=1\nSHOP_NAME=file\nPORT=1338' })
  vi.stubEnv('SHOP_NAME', 'environment')
  provideDotEnv(project)
  const { SHOP_KEY, SHOP_NAME, PORT } = process.env
  expect({ SHOP_KEY, SHOP_NAME, PORT }).toEqual({ SHOP_KEY: '1', SHOP_NAME: 'environment', PORT: undefined })
})

it('provides all variables of a Strapi project, which do not configure the service', () => {
  const dependencies = JSON.stringify({ dependencies: { '@strapi/strapi': '4' } })
  const project = projectWith({ 'package.json': dependencies, '.env': 'PORT=1338\nHOST=0.0.0.0' })
  // As in a process that was started by one with the variables of this file.
  vi.stubEnv('HOST', '0.0.0.0')
  provideDotEnv(project)
  expect(process.env['PORT']).toBe('1338')
  for (const name of ['PORT', 'HOST']) expect(ownEnvironment(project)).not.toHaveProperty(name)
  writeFileSync(join(project, '.env'), 'PORT=1339')
  expect(ownEnvironment(project)).not.toHaveProperty('PORT')
  vi.stubEnv('PORT', '4000')
  expect(ownEnvironment(project)).toMatchObject({ PORT: '4000' })
})
