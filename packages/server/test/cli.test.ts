import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const articleSchema = 'src/api/article/content-types/article/schema.json'

let folder: string
let blog: string
const running = new Set<ChildProcess>()

interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command line as it is installed, to its end. */
function run(args: readonly string[], { cwd = blog, input = '', environment = {} } = {}): Promise<Result> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment }
    const child = execFile(process.execPath, [main, ...args], { cwd, env, maxBuffer: 1e8 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end(input)
  })
}

interface Serving {
  readonly url: string
  get(path: string): Promise<{ status: number; body: { data: { attributes: Record<string, unknown> }[] } }>
  /** Resolves with what has been said, once it has. */
  says(pattern: string | RegExp): Promise<string>
  stop(): Promise<number | null>
}

async function serve(args: readonly string[], environment: Record<string, string> = {}): Promise<Serving> {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [main, ...args, '--port', '0'], { cwd: blog, env })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const says = async (pattern: string | RegExp) => {
    const deadline = Date.now() + 20_000
    let found = new RegExp(pattern).exec(said)
    while (!found) {
      if (Date.now() > deadline || child.exitCode !== null) throw new Error(`Not ${String(pattern)}, but:\n${said}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      found = new RegExp(pattern).exec(said)
    }
    said = said.slice(found.index + found[0].length)
    return found[0]
  }
  const url = await says(/http:\/\/[^\s"]+\/api(?=[\s"])/)
  return {
    url,
    says,
    async get(path) {
      const response = await fetch(`${url}${path}`)
      return { status: response.status, body: (await response.json()) as never }
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}

async function editSchema(change: (schema: { attributes: Record<string, unknown> }) => void): Promise<void> {
  const file = join(blog, articleSchema)
  const schema = JSON.parse(await readFile(file, 'utf8')) as { attributes: Record<string, unknown> }
  change(schema)
  await writeFile(file, JSON.stringify(schema))
}

beforeAll(async () => {
  if (!existsSync(main)) throw new Error('The command line is tested as it is built: run "npx tsc -b" first.')
  folder = await mkdtemp(join(tmpdir(), 'content-api-cli-'))
  blog = join(folder, 'blog')
  await run(['init', 'blog'], { cwd: folder })
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a new project', () => {
  it('imports its content and exports it again', async () => {
    const imported = await run(['import', 'content.jsonl'])
    expect(imported).toMatchObject({ code: 0, out: '' })
    expect(imported.err).toMatch(/^Imported 3 entries in \d/)
    const exported = await run(['export'])
    expect(exported).toMatchObject({ code: 0, err: expect.stringMatching(/^Exported 5 entries in \d/) as string })
    expect(await run(['import', '-', '--replace'], { input: exported.out })).toMatchObject({ code: 0 })
    await run(['export', 'again.jsonl'])
    expect(await readFile(join(blog, 'again.jsonl'), 'utf8')).toBe(exported.out)
  })

  it('is served until it is told to stop', async () => {
    const service = await serve(['start'])
    const { status, body } = await service.get('/articles?populate[author][fields]=name')
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { attributes: { title: 'Hello', author: { data: { attributes: { name: 'Ada' } } } } },
    ])
    expect((await fetch(new URL('/content-api/model.json', service.url))).status).toBe(404)
    expect(await service.stop()).toBe(0)
  })

  it('logs lines of JSON in production, one for each request', async () => {
    const service = await serve(['start'], { NODE_ENV: 'production' })
    expect((await service.get('/articles?filters[title][$eq]=Hello')).status).toBe(200)
    const line = JSON.parse(await service.says(/^\{.*"GET \/api\/articles 200".*\}$/m)) as Record<string, unknown>
    expect(line).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/api/articles',
      status: 200,
      address: '127.0.0.1',
    })
    expect(await service.stop()).toBe(0)
  })

  it('prints its model', async () => {
    const { code, out } = await run(['model'])
    expect(code).toBe(0)
    expect(Object.keys((JSON.parse(out) as { contentTypes: object }).contentTypes)).toContain(articleSchema)
  })
})

describe('dev', () => {
  // The system may drop a notice of a change when it has many to give: such a try is made once more.
  it('follows the schemas, and serves what was there while they hold a mistake', { retry: 2 }, async () => {
    const service = await serve(['dev'])
    await service.says('/content-api/model.json\n')
    await editSchema(({ attributes }) => (attributes['subtitle'] = { type: 'string', default: 'none' }))
    await service.says('schema.json changed')
    await service.says('Listening on')
    expect((await service.get('/articles?fields=subtitle')).status).toBe(200)

    await editSchema(({ attributes }) => (attributes['subtitle'] = { type: 'strnig' }))
    await service.says('Did you mean "string"')
    await service.says('Serving what was there before')
    expect((await service.get('/articles?fields=subtitle')).status).toBe(200)

    await editSchema(({ attributes }) => (attributes['subtitle'] = { type: 'string' }))
    await service.says('Listening on')
    expect(await service.stop()).toBe(0)
  })
})

describe('a change that loses content', () => {
  it('is shown, refused, and done when it is allowed', async () => {
    await editSchema(({ attributes }) => delete attributes['body'])
    const diff = await run(['schema', 'diff'])
    expect(diff.code).toBe(1)
    expect(diff.out).toContain('drop column articles.body')
    expect(diff.out).toMatch(/Content would be lost:\n +api::article\.article body: 1 row with data/)
    const refused = await run(['start', '--port', '0'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Run with --allow-data-loss')
    expect(refused.err).not.toMatch(/^ +at /m)
    expect(await run(['schema', 'apply', '--allow-data-loss'])).toMatchObject({ code: 0 })
    expect(await run(['schema', 'diff'])).toMatchObject({ code: 0, out: 'The database is in step with the schemas.\n' })
  })
})

describe('a mistake is told in words, with exit code 1', () => {
  const mistakes: [readonly string[], RegExp][] = [
    [['strat'], /unknown command 'strat'\n\(Did you mean start\?\)/],
    [['start', '--prot', '1'], /unknown option '--prot'\n\(Did you mean --port\?\)/],
    [['start', '--port', 'x'], /It must be a number between 0 and 65535/],
    [['start', '--host', '0.0.0.0'], /only listens on this machine/],
    [['start', '--database', 'mysql://x/y'], /begins with mysql:\/\/, which isn't supported/],
    [['start', '--project', 'nowhere'], /nowhere/],
    [['import', 'nothing.jsonl'], /There is no file "nothing\.jsonl"\./],
    [['import', 'package.json'], /Line 1: is not JSON.*\nNothing was imported\./],
    [['import', 'content.jsonl'], /Line 1: api::author\.author 1 is there already\. .*--replace/],
    [['init', '.'], /"\." isn't empty: choose a new folder\./],
  ]
  it.each(mistakes)('%j', async (args, message) => {
    const { code, err } = await run(args)
    expect(code).toBe(1)
    expect(err).toMatch(message)
    expect(err).not.toMatch(/^ +at /m)
  })
})

it('says what to do where sqlite3 was installed without its compiled part', async () => {
  const preload = join(folder, 'without-binary.cjs')
  await writeFile(
    preload,
    `const Module = require('node:module')
const load = Module._load
Module._load = (name, ...rest) => {
  if (name === 'bindings') throw new Error('Could not locate the bindings file.')
  return load(name, ...rest)
}`,
  )
  const { code, out, err } = await run(['export'], { environment: { NODE_OPTIONS: `--require=${preload}` } })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^Cannot open the database .*data\.db: the compiled part of .* "npm rebuild sqlite3" .*\n$/)
})

it('knows its version', async () => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(await run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
})
