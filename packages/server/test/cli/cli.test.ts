import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createCommandLine } from '../support/command-line.js'

const packageFolder = join(import.meta.dirname, '../..')
const articleSchema = 'src/api/article/content-types/article/schema.json'

const { folder, project: blog, run, runHere, serve } = await createCommandLine('cli')

async function editSchema(change: (schema: { attributes: Record<string, unknown> }) => void): Promise<void> {
  const file = join(blog, articleSchema)
  const schema = JSON.parse(await readFile(file, 'utf8')) as { attributes: Record<string, unknown> }
  change(schema)
  await writeFile(file, JSON.stringify(schema))
}

describe('a new project', () => {
  it('shows what an import of its content would store', async () => {
    const tried = await run(['import', 'content.jsonl', '--dry-run'])
    expect(tried).toMatchObject({ code: 0, err: 'Nothing was imported: this was a dry run.\n' })
    expect(tried.out).toMatch(/api::article\.article +│ 2 +│ \d+ /)
  })

  // Starting a process takes seconds on a busy machine, so `transfer.test.ts` compares exports by function calls.
  it('imports its content, exports it and imports the export again', async () => {
    const imported = await run(['import', 'content.jsonl'])
    expect(imported).toMatchObject({ code: 0, out: '' })
    expect(imported.err).toMatch(/^Imported 5 entries in \d/)
    const exported = await run(['export'])
    expect(exported).toMatchObject({ code: 0, err: expect.stringMatching(/^Exported 7 entries in \d/) as string })
    const replaced = await run(['import', '-', '--replace'], { input: exported.out })
    expect(replaced).toMatchObject({ code: 0, err: expect.stringMatching(/^Imported 7 entries in \d/) as string })
  })

  it('installs published packages, or packages of a folder', async () => {
    const dependenciesOf = async (project: string) =>
      JSON.parse(await readFile(resolve(folder, project, 'package.json'), 'utf8')) as { version: string }
    const { version } = await dependenciesOf(packageFolder)
    const [server, model] = [`content-api-server-${version}.tgz`, `content-api-model-${version}.tgz`]
    expect(await dependenciesOf('blog')).toMatchObject({
      scripts: { dev: 'content-api dev --seed content.jsonl' },
      dependencies: { '@content-api/server': `^${version}` },
    })
    const missing = await runHere(['init', 'packed', '--packages', 'tarballs'], { cwd: folder })
    expect(missing).toMatchObject({ code: 1, out: '' })
    expect(missing.err).toContain(
      `There is no file "tarballs/${server}". Create it with "pnpm packages --keep <folder>"`,
    )
    const published = await runHere(['init', 'published'], { cwd: folder })
    const instructions = [
      'Now run:\n\n  cd published\n  npm install\n  npm run dev\n',
      "npm downloads a binary of SQLite. If it can't, it compiles SQLite, which takes minutes and prints nothing:",
      'run "npm install --foreground-scripts" to see its progress.\n',
      "If npm doesn't find @content-api/server, it isn't published yet. Run in a clone of the repository:\n",
      '  pnpm packages --keep .tmp/packages\n  npx content-api init <new folder> --packages .tmp/packages\n',
    ]
    expect(published.out.slice(published.out.indexOf('Now run:'))).toBe(instructions.join('\n'))
    await mkdir(join(folder, 'tarballs'))
    for (const file of [server, model]) await writeFile(join(folder, 'tarballs', file), '')
    const packed = await runHere(['init', 'packed', '--packages', 'tarballs'], { cwd: folder })
    expect(packed).toMatchObject({ code: 0 })
    expect(packed.out).toMatch(/npm run dev\n\nnpm downloads [^]*progress\.\n$/)
    expect(await dependenciesOf('packed')).toMatchObject({
      dependencies: { '@content-api/server': `file:../tarballs/${server}` },
      overrides: { '@content-api/model': `file:../tarballs/${model}` },
    })
  })

  it('serves its content with pictures until it is stopped', async () => {
    const service = await serve(['start', '--seed', 'content.jsonl'])
    await service.says(
      /is not read again\. To replace all content by it, run: content-api import \S*content\.jsonl --replace/,
    )
    const { status, body } = await service.get('/articles?populate[author][fields]=name&populate[cover][fields]=url')
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { attributes: { title: 'Hello', author: { data: { attributes: { name: 'Ada' } } } } },
    ])
    const cover = body.data[0]?.attributes['cover'] as { data: { attributes: { url: string } } } | undefined
    const picture = await fetch(new URL(cover?.data.attributes.url ?? '', service.url))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await fetch(new URL('/content-api/model.json', service.url))).status).toBe(404)
    expect(await service.stop()).toBe(0)
  })

  it('logs one line of JSON for each request in production', async () => {
    const service = await serve(['start'], { NODE_ENV: 'production' })
    const page = { method: 'POST', headers: { origin: 'http://localhost:5173' } }
    expect((await fetch(new URL('/api/articles', service.url), page)).status).toBe(403)
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

  it('finds the files of options in the working directory', async () => {
    const cwd = join(folder, 'elsewhere')
    await mkdir(cwd)
    await writeFile(join(cwd, 'authors.json'), '[{ "name": "Grace" }]')
    const options = ['--project', '../blog', '--database', 'own.db']
    const imported = await runHere(['import', 'authors.json', '--type', 'authors', ...options], { cwd })
    expect(imported).toMatchObject({ code: 0 })
    expect((await runHere(['export', '--database', join(cwd, 'own.db')])).out).toContain('Grace')
  })

  it('prints its model', async () => {
    const { code, out } = await runHere(['model'])
    expect(code).toBe(0)
    expect(Object.keys((JSON.parse(out) as { contentTypes: object }).contentTypes)).toContain(articleSchema)
  })
})

describe('a change that loses content', () => {
  it('is shown, rejected, and done with the option that allows it', async () => {
    await editSchema(({ attributes }) => delete attributes['body'])
    const diff = await runHere(['schema', 'diff'])
    expect(diff.code).toBe(1)
    expect(diff.out).toContain('drop column articles.body')
    expect(diff.out).toMatch(/Content would be lost:\n +api::article\.article body: 1 row with data/)
    const refused = await runHere(['start', '--port', '0'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('run with --allow-data-loss')
    expect(refused.err).not.toMatch(/^ +at /m)
    expect(await runHere(['schema', 'apply', '--allow-data-loss'])).toMatchObject({ code: 0 })
    expect(await runHere(['schema', 'diff'])).toMatchObject({ code: 0, out: 'The database matches the schemas.\n' })
  })
})

describe('a mistake in the arguments', () => {
  const mistakes: [readonly string[], RegExp][] = [
    [['strat'], /unknown command 'strat'\n\(Did you mean start\?\)/],
    [
      ['schema', 'check', '--strict', 'all'],
      /^error: unknown command 'check'\n\(Did you mean diff\?\)\nRun with --help to see all commands and options\.\n$/,
    ],
    [['schema', 'migrate'], /^error: unknown command 'migrate'\n\(Did you mean apply\?\)/],
    [['start', '--prot', '1'], /unknown option '--prot'\n\(Did you mean --port\?\)/],
    [['start', '--port', 'x'], /Use a number from 0 to 65535/],
    [['start', '--host', '0.0.0.0'], /only listens on this machine/],
    [['start', '--database', 'mysql://x/y'], /begins with mysql:\/\/, which isn't supported/],
    [['start', '--project', 'nowhere'], /nowhere.*\nCreate a new project with "content-api init <folder>"/],
    [['start', '--database', 'src'], /Cannot open the database .*src: it is a folder\. Name a file in it/],
    [
      ['start', '--workers', '2'],
      /database is SQLite, where only one process can write at a time[^]*start without --workers/,
    ],
    [['start', '--seed', 'nothing'], /There is no file or folder ".*nothing" to seed from/],
    [['import', 'nothing.jsonl'], /There is no file "nothing\.jsonl"\./],
    [['import', 'package.json'], /no content type for the key "private"[^]*\nNothing was imported\./],
    [['import', '.gitignore'], /Line 1: is not JSON[^]*\nNothing was imported\./],
    [['import', 'package.json', '--type', 'artcle'], /There is no content type "artcle"\. Did you mean "article"\?/],
    [['import', 'content.jsonl'], /mistakes:\nLine 1: plugin::upload\.file 1 already exists\. .*--replace/],
    [['init', '.'], /"\." isn't empty\. Choose a new folder\./],
  ]
  it.each(mistakes)('is reported with exit code 1: %j', async (args, message) => {
    const { code, err } = await runHere(args)
    expect(code).toBe(1)
    expect(err).toMatch(message)
    expect(err).not.toMatch(/^ +at /m)
  })
})

it('says what to do when sqlite3 was installed without its native module', async () => {
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
  // `pnpm verify:long --only node-versions` runs the commands of this message with npm 12.
  expect(err).toMatch(/^Cannot open the database .*data\.db: the compiled part of the package sqlite3 is missing,/)
  expect(err.match(/"p?npm [^"]*"/g)).toEqual([
    '"npm install-scripts approve sqlite3"',
    '"npm rebuild sqlite3"',
    '"pnpm approve-builds"',
  ])
})

it('says what to do when npm left out sqlite3, which is optional', async () => {
  const hooks = join(folder, 'without-package.mjs')
  await writeFile(
    hooks,
    `export const resolve = (name, context, next) => next(name === 'sqlite3' ? 'sqlite3-left-out' : name, context)`,
  )
  const preload = join(folder, 'register-hooks.mjs')
  await writeFile(preload, `import { register } from 'node:module'\nregister(${JSON.stringify(pathToFileURL(hooks))})`)
  const { code, out, err } = await run(['export'], { environment: { NODE_OPTIONS: `--import=${preload}` } })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/data\.db: the package sqlite3 is not installed\. .*"npm install sqlite3" .*Or use PostgreSQL/)
})

it('names the required Node version on an older Node', async () => {
  const preload = join(folder, 'older-node.cjs')
  const versions = `{ ...process.versions, node: '18.20.4' }`
  await writeFile(preload, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
  const bin = fileURLToPath(new URL('../../bin/content-api.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, ['--require', preload, bin, '--version'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/needs Node 20\.19 or newer, but/) as string,
  })
})

it('prints its version', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(await run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
})
