import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Serving, createCommandLine } from '../support/command-line.js'

const { project, serve } = await createCommandLine('dev')

const configFile = 'content-api.config.json'
const schemaFile = 'src/api/article/content-types/article/schema.json'

async function write(file: string, text: string): Promise<void> {
  const path = join(project, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function editSchema(change: (attributes: Record<string, unknown>) => void): Promise<void> {
  const schema = JSON.parse(await readFile(join(project, schemaFile), 'utf8')) as {
    attributes: Record<string, unknown>
  }
  change(schema.attributes)
  await write(schemaFile, JSON.stringify(schema))
}

/** The response of the project's own route. */
const greeting = async ({ url }: Serving): Promise<string> => (await fetch(`${url}/greeting`)).text()

/** The same files in both module systems of Node. */
const moduleSystems = {
  commonjs: { exports: 'module.exports =', text: `const { text } = require('../../../greeting.js')` },
  module: { exports: 'export default', text: `import greeting from '../../../greeting.js'\nconst { text } = greeting` },
}

describe('dev', () => {
  it('applies changed schemas, and keeps serving the old ones while the changed ones have a mistake', async () => {
    const service = await serve(['dev'])
    await service.says(
      /Development token: \S{22} \(for the explorer; for API requests, create a token with "content-api token create"\)\n/,
    )
    await editSchema((attributes) => (attributes['subtitle'] = { type: 'string', default: 'none' }))
    await service.says('schema.json changed')
    await service.says('Listening on')
    expect((await service.get('/articles?fields=subtitle')).status).toBe(200)

    await editSchema((attributes) => (attributes['other'] = { type: 'relation', relation: 'oneToOn' }))
    await service.says('Did you mean "oneToOne"')
    await service.says('The last version that worked is still being served')
    expect((await service.get('/articles?fields=subtitle')).status).toBe(200)

    await editSchema((attributes) => delete attributes['other'])
    await service.says('Listening on')
    expect(await service.stop()).toBe(0)
  })

  it('logs the query cost of expensive reads only', async () => {
    const service = await serve(['dev'])
    expect((await service.get('/articles?populate=*')).status).toBe(200)
    const config = JSON.parse(await readFile(join(project, configFile), 'utf8')) as object
    await write(configFile, JSON.stringify({ ...config, limits: { queryCost: 5_000 } }))
    await service.says('Listening on')
    expect(service.printed()).not.toContain('query cost')
    expect((await service.get('/articles?populate=*')).status).toBe(200)
    await service.says(/query cost \d+ \(api::article\.article\), limits\.queryCost is 5000\b/)
    await write(configFile, JSON.stringify(config))
    expect(await service.stop()).toBe(0)
  })

  it.each(['commonjs', 'module'] as const)('runs the code of edited JavaScript files (%s)', async (type) => {
    const { exports, text } = moduleSystems[type]
    const helper = (value: string) => write('src/greeting.js', `${exports} { text: '${value}' }`)
    const controller = (code: string, value: string) =>
      write('src/api/greeting/controllers/greeting.js', `${code}\n${exports} { say(ctx) { ctx.body = ${value} } }`)
    const route = (path: string) =>
      write(
        'src/api/greeting/routes/greeting.js',
        `${exports} { routes: [{ method: 'GET', path: '${path}', handler: 'greeting.say' }] }`,
      )
    await write('package.json', JSON.stringify({ type }))
    await helper('one')
    await controller(text, 'text')
    await route('/greeting')
    const service = await serve(['dev'])
    expect(await greeting(service)).toBe('one')
    await helper('two')
    await service.says('src/greeting.js changed')
    await service.says('Listening on')
    expect(await greeting(service)).toBe('two')
    await controller('', `'three'`)
    await service.says('controllers/greeting.js changed')
    await service.says('Listening on')
    expect(await greeting(service)).toBe('three')
    await route('/welcome')
    await service.says('routes/greeting.js changed')
    await service.says('Listening on')
    expect((await fetch(`${service.url}/welcome`)).status).toBe(200)
    expect(await service.stop()).toBe(0)
  })

  it.each(['commonjs', 'module'] as const)('applies its changed configuration (%s)', async (type) => {
    const configure = (defaultLimit: number) =>
      write(
        'content-api.config.js',
        `${moduleSystems[type].exports} { api: { rest: { defaultLimit: ${defaultLimit} } } }`,
      )
    await rm(join(project, 'content-api.config.json'), { force: true })
    await write('package.json', JSON.stringify({ type }))
    await configure(1)
    const service = await serve(['dev'])
    const pageSize = async () => {
      const response = await fetch(`${service.url}/articles`)
      return ((await response.json()) as { meta: { pagination: { pageSize: number } } }).meta.pagination.pageSize
    }
    expect(await pageSize()).toBe(1)
    await configure(2)
    await service.says('content-api.config.js changed')
    await service.says('Listening on')
    expect(await pageSize()).toBe(2)
    expect(await service.stop()).toBe(0)
  })
})
