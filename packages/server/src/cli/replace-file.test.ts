import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceFile } from './export.js'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-replace-'))
  file = join(folder, 'content.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeNew = () => replaceFile(file, async (output) => output.write('new'))

describe('replaceFile', () => {
  it('replaces a file when the new one is complete, and keeps its mode', async () => {
    await writeFile(file, 'old')
    await chmod(file, 0o600)
    const during = await replaceFile(file, async (output) => {
      output.write('new')
      return readFile(file, 'utf8')
    })
    expect([during, await readFile(file, 'utf8')]).toEqual(['old', 'new'])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['content.jsonl'])
  })

  it('leaves the file as it is, and nothing beside it, after an error', async () => {
    await writeFile(file, 'old')
    for (const early of [true, false]) {
      const failed = replaceFile(file, async (output) => {
        if (!early) await new Promise((resolve) => output.write('new', resolve))
        throw new Error('no rows')
      })
      await expect(failed).rejects.toThrow('no rows')
      expect(await readFile(file, 'utf8')).toBe('old')
      expect(await readdir(folder)).toEqual(['content.jsonl'])
    }
  })

  it("rejects when the file can't be written", async () => {
    file = join(folder, 'missing', 'content.jsonl')
    await expect(writeNew()).rejects.toThrow(/ENOENT.*missing/)
    file = join(folder, 'taken')
    await mkdir(file)
    await expect(writeNew()).rejects.toThrow('EISDIR')
    expect(await readdir(folder)).toEqual(['taken'])
  })

  it('replaces the file that a symbolic link points to', async () => {
    await writeFile(join(folder, 'own.jsonl'), 'old')
    await symlink('own.jsonl', file)
    await writeNew()
    expect(await readlink(file)).toBe('own.jsonl')
    expect(await readFile(join(folder, 'own.jsonl'), 'utf8')).toBe('new')
  })

  it.runIf(process.platform === 'linux')('writes pipes directly', async () => {
    execFileSync('mkfifo', [file])
    // With both directions, opening a pipe doesn't wait for another process.
    const reader = await open(file, 'r+')
    await writeNew()
    expect((await stat(file)).isFIFO()).toBe(true)
    const { buffer, bytesRead } = await reader.read(Buffer.alloc(10))
    expect(buffer.toString('utf8', 0, bytesRead)).toBe('new')
    await reader.close()
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves the file as it is after %s', async (signal) => {
    await writeFile(file, 'old')
    const built = new URL('../../dist/cli/export.js', import.meta.url).href
    const program = `
      import { replaceFile } from ${JSON.stringify(built)}
      await replaceFile(${JSON.stringify(file)}, (output) => new Promise(() => {
        setInterval(() => {}, 1_000)
        output.write('new', () => console.log('written'))
      }))`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The program ended with ${code}`)))
    await Promise.race([once(child.stdout, 'data'), failed])
    failed.catch(() => undefined)
    expect(await readdir(folder)).toHaveLength(2)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['content.jsonl'])
  })
})
