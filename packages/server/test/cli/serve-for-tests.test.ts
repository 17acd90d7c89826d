import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { commandFile } from '../support/command-file.js'
import { createCommandLine } from '../support/command-line.js'

const { project, run } = await createCommandLine('serve-for-tests')

const readyFile = join(project, '.tmp', 'ready.json')

/** Starts the command line like a test runner: as a child of a process that may be killed. */
const runner = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`

let kill: () => void = () => undefined
afterEach(() => kill())

async function appears(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const watcher = watch(dirname(file))
  await new Promise<void>((resolve) => {
    const look = () => existsSync(file) && resolve()
    watcher.on('change', look)
    look()
  })
  watcher.close()
}

it('reports when it is ready, restores snapshots with its token, and ends with the process that started it', async () => {
  const args = ['dev', '--port', '0', '--database', ':memory:', '--ready-file', readyFile, '--exit-with-parent']
  const parent = spawn(process.execPath, ['-e', runner, commandFile, ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  kill = () => parent.kill('SIGKILL')
  // The pipe closes when the last process that has it ends.
  const ended = new Promise<void>((resolve) => parent.stdout.resume().once('close', resolve))
  await appears(readyFile)
  const { url, pid, token } = JSON.parse(await readFile(readyFile, 'utf8')) as Record<string, string>
  expect((await stat(readyFile)).mode & 0o777).toBe(0o600)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(pid).not.toBe(parent.pid)

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const withToken = { 'content-api-token': token ?? '' }
  expect((await post('/content-api/snapshot', { name: 'empty' }, withToken)).status).toBe(200)
  expect((await post('/api/authors', { data: { name: 'Grace' } })).status).toBe(200)
  expect((await post('/content-api/restore', { name: 'empty' })).status).toBe(401)
  expect((await post('/content-api/restore', { name: 'empty' }, withToken)).status).toBe(200)
  expect(await (await fetch(`${url}/api/authors`)).json()).toMatchObject({ data: [] })

  kill()
  await ended
  await expect(fetch(`${url}/readyz`)).rejects.toThrow('fetch failed')
  expect(existsSync(readyFile)).toBe(false)
})

it("rejects a ready file that can't be written, and snapshots of an in-memory database", async () => {
  const inFile = ['start', '--port', '0', '--database', ':memory:', '--ready-file', 'package.json/ready']
  expect(await run(inFile)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/The ready file "package\.json\/ready"/) as string,
  })
  const inMemory = await run(['snapshot', 'save', '--database', ':memory:'])
  expect(inMemory).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Only the process that serves a database in memory/) as string,
  })
})
