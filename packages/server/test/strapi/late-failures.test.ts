import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandFile } from '../support/command-file.js'
import { eventually } from '../support/eventually.js'

/** Handlers with failures that nobody awaits, by the name of their route. */
const index = `
export function register({ strapi }) {
  const route = (name, handler) => ({ method: 'GET', path: '/' + name, handler, config: { auth: false } })
  strapi.server.routes([
    route('forgotten', () => void Promise.reject(new Error('nobody waited'))),
    route('nothing', () => void Promise.reject(undefined)),
    route('timer', () => void setTimeout(() => { throw new Error('out of the timer') }, 10)),
    route('missing', () => void setTimeout(() => strapi.telemetry.send(), 10)),
    route('abroad', () => void setTimeout(JSON.parse, 10, '{')),
  ])
}
`

let folder: string
let child: ChildProcess
let said = ''
let url: string

const says = (text: string | RegExp) => eventually(() => expect(said).toMatch(text))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-late-'))
  const schema = join(folder, 'src', 'api', 'page', 'content-types', 'page')
  await mkdir(schema, { recursive: true })
  const page = { info: { singularName: 'page', pluralName: 'pages' }, attributes: { title: { type: 'string' } } }
  await writeFile(join(schema, 'schema.json'), JSON.stringify(page))
  await writeFile(join(folder, 'src', 'index.mjs'), index)
  child = spawn(process.execPath, [commandFile, 'start', '--project', folder, '--port', '0'])
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)))
  await says(/http:\/\/[\w.:]+\/api/)
  url = /http:\/\/[\w.:]+\/api/.exec(said)?.[0] as string
})

afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

it('a process continues after a late failure of project code, and logs where it happened', async () => {
  for (const [name, text] of [
    ['forgotten', 'nobody waited'],
    ['nothing', 'A promise was rejected without a handler'],
    ['timer', 'out of the timer'],
    ['missing', 'strapi.telemetry does not exist here'],
  ] as const) {
    said = ''
    const root = new URL(url).origin
    expect((await fetch(`${root}/${name}`)).status).toBe(404)
    await says(text)
    if (name !== 'nothing') await says('index.mjs')
    expect((await fetch(`${url}/pages`)).status).toBe(200)
  }
  expect(child.exitCode).toBeNull()
})

it('a process ends when other code fails', async () => {
  said = ''
  await fetch(`${new URL(url).origin}/abroad`)
  await says('SyntaxError')
  await eventually(() => expect(child.exitCode).toBe(1))
})
