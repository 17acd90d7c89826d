import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { strapiUtils } from '../strapi-utils/strapi-utils.js'
import { fileLoader } from './project-code.js'
import { foldersIn } from '@content-api/project-files/code/folders'

let project: string

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'content-api-project-'))
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
})

afterEach(() => rm(project, { recursive: true }))

async function write(name: string, text: string): Promise<string> {
  const file = join(project, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

test('finds folders, and links to folders as the model does', async () => {
  await mkdir(join(project, 'own'))
  await symlink(join(project, 'own'), join(project, 'linked'), 'dir')
  expect(foldersIn(project)).toEqual(['linked', 'own'])
})

test('returns the default export of a module, or else all its exports', async () => {
  const one = await write('one.js', 'export default { one: 1 }')
  const two = await write('two.mjs', 'export const two = 2')
  const load = fileLoader(project)
  expect(await load(one)).toEqual({ one: 1 })
  expect(await load(two)).toMatchObject({ two: 2 })
})

test('loads CommonJS, TypeScript, and modules that import TypeScript', async () => {
  const common = await write('common.cjs', 'module.exports = { three: 3 }')
  const typed = await write('typed.ts', 'export const four: number = 4')
  const both = await write('both.js', `import { four } from './typed'\nexport default { five: four + 1 }`)
  const load = fileLoader(project)
  expect(await load(common)).toEqual({ three: 3 })
  expect(await load(typed)).toMatchObject({ four: 4 })
  expect(await load(both)).toEqual({ five: 5 })
})

test('provides the Strapi modules that projects import', async () => {
  const file = await write(
    'factory.js',
    `import { factories } from '@strapi/strapi'\nexport default factories.createCoreService('api::tag.tag')`,
  )
  expect(await fileLoader(project)(file)).toMatchObject({ uid: 'api::tag.tag' })
})

test('provides Strapi modules to functions that require them later', async () => {
  await write('package.json', '{}')
  const utils = `require('@strapi/utils').errors.ApplicationError.name`
  const common = await write('common.js', `module.exports = { late: () => ${utils} }`)
  const explicit = await write('explicit.cjs', `module.exports = () => ${utils}`)
  const module = await write(
    'module.js',
    `import { factories } from '@strapi/strapi'\nexport default Object.keys(factories)`,
  )
  const load = fileLoader(project)
  expect(typeof ((await load(common)) as { late(): unknown }).late()).toBe('string')
  expect(typeof ((await load(explicit)) as () => unknown)()).toBe('string')
  expect(await load(module)).toContain('createCoreService')
})

test('provides Strapi modules to CommonJS files that Node loads for other files', async () => {
  await write('package.json', '{}')
  await write('node_modules/@strapi/utils/index.js', 'exports.errors = null')
  await write('helper.js', `module.exports = require('@strapi/utils').errors`)
  const common = await write('common.js', `module.exports = require('./helper')`)
  const typed = await write('typed.ts', `import errors from './helper.js'\nexport default errors as object`)
  const load = fileLoader(project)
  const { errors } = strapiUtils
  expect(await load(common)).toBe(errors)
  expect(await load(typed)).toEqual(errors)
})

test('evaluates a file once for all files that import it', async () => {
  await write('package.json', '{}')
  await write('typed-state.ts', 'export const state: object = {}')
  const one = await write('one.ts', `export { state as default } from './typed-state'`)
  const two = await write('two.ts', `import { state } from './typed-state'\nexport default state`)
  const load = fileLoader(project)
  expect(await load(one)).toBe(await load(two))
  // Also a file of the folders of Strapi, which the server loads itself.
  const service = await write('service.ts', 'export default {}')
  const user = await write('user.ts', `export { default } from './service'`)
  expect(await load(service)).toBe(await load(user))
  const late = await write('late.ts', 'export default {}')
  const before = await write('before.ts', `export { default } from './late'`)
  expect(await load(before)).toBe(await load(late))
})

test('loads changed code when a service is opened again', async () => {
  const file = await write('value.js', `import { value } from './inner.js'\nexport default value`)
  await write('inner.js', 'export const value = 1')
  expect(await fileLoader(project)(file)).toBe(1)
  await write('inner.js', 'export const value = 2')
  expect(await fileLoader(project)(file)).toBe(2)
})

test('says how to install a package that a file lacks', async () => {
  await write('package.json', '{ "dependencies": { "declared-package": "1" } }')
  const load = fileLoader(project)
  const lacking = (name: string) => write(`${name.replace('/', '-')}.cjs`, `require('${name}/part')`)
  await expect(load(await lacking('@scope/other'))).rejects.toThrow('Run "npm install @scope/other" in it.')
  await expect(load(await lacking('declared-package'))).rejects.toThrow('Run "npm install" in the project.')
  await expect(load(await lacking('@strapi/unknown'))).rejects.not.toThrow('Run')
  await expect(load(await write('relative.cjs', `require('./missing')`))).rejects.not.toThrow('Run')
})

test("names a file that can't be loaded", async () => {
  const broken = await write('broken.js', 'export default {')
  const failing = await write('failing.js', `throw new Error('no such thing')`)
  const load = fileLoader(project)
  await expect(load(broken)).rejects.toThrow(broken)
  await expect(load(failing)).rejects.toThrow(`${failing} can't be loaded: no such thing`)
})
