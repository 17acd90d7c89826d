import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandFile } from '../support/command-file.js'
import { type CommandLine, createCommandLine } from '../support/command-line.js'
import { type ExplorerService, openExplorerService } from '../support/explorer-service.js'
import { connectClient } from './connect-client.js'

let command: CommandLine
let service: ExplorerService
beforeAll(async () => {
  command = await createCommandLine('mcp')
  service = await openExplorerService(':memory:')
})
afterAll(() => service.api.close())

it('an assistant works with a project over standard input and output, whatever its code prints', async () => {
  await command.runHere(['import', 'content.jsonl'])
  const code = "module.exports = { register() { console.log('printed by the project') } }\n"
  await writeFile(join(command.project, 'src', 'index.cjs'), code)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [commandFile, 'mcp', '--write'],
    cwd: command.project,
    stderr: 'pipe',
  })
  let printed = ''
  transport.stderr?.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  const errors: Error[] = []
  const { client, use, fails } = await connectClient(transport)
  Object.assign(client, { onerror: (error: Error) => errors.push(error) })
  expect(client.getServerVersion()?.name).toBe('content-api')
  expect(client.getInstructions()).toContain('Reads and changes the content')
  expect(await use('list_types')).toContain('"type":"articles"')
  const data = { title: 'Written by an assistant' }
  expect(await use('create_entry', { type: 'articles', data })).toContain('"slug":"written-by-an-assistant"')
  expect(await use('find_entries', { type: 'articles', filters: data })).toContain('"total":1')
  expect(JSON.parse(await use('explain_query', { path: '/api/articles' }))).toMatchObject({ dialect: 'sqlite' })
  const schemaFile = join(command.project, 'src/api/article/content-types/article/schema.json')
  const schema = JSON.parse(await readFile(schemaFile, 'utf8')) as { attributes: Record<string, object> }
  const change = (rating: object) =>
    writeFile(schemaFile, JSON.stringify({ ...schema, attributes: { ...schema.attributes, rating } }))
  await change({ type: 'relation', relation: 'oneToOne', target: 'api::autor.autor' })
  expect(await fails('list_types')).toContain('Did you mean "api::author.author"?')
  await change({ type: 'integer' })
  expect(await use('describe_type', { type: 'articles' })).toContain('"rating":{"type":"integer"}')
  await client.close()
  expect(errors).toEqual([])
  expect(printed).toMatch(/^(printed by the project\n)+$/)
})

it('uses a running service with --url, and ends with its input', async () => {
  const listening = await service.api.listen({ port: 0 })
  const environment = { CONTENT_API_DEVELOPMENT_TOKEN: service.api.developmentToken ?? '' }
  try {
    const ran = await command.run(['mcp', '--url', listening.url, '--as', 'role:Reader'], { environment })
    expect(ran).toEqual({ code: 0, out: '', err: '' })
    const unknown = await command.run(['mcp', '--url', listening.url, '--as', 'role:Boss'], { environment })
    expect(unknown).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^There is no role "Boss"\. Use /) })
  } finally {
    await listening.close()
  }
})
