import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoredContent } from '@content-api/core/config/upload'
import { localFolder } from './local-folder.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-folder-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function content(text: string): Promise<StoredContent> {
  const path = join(folder, 'incoming')
  await writeFile(path, text)
  return { path, size: text.length, mime: 'text/plain', stream: () => createReadStream(path) }
}

it('stores content under its key, replaces it and deletes it', async () => {
  const directory = join(folder, 'made', 'when needed')
  const provider = localFolder(directory)
  await provider.put('a_0123456789.txt', await content('one'))
  await provider.put('a_0123456789.txt', await content('two'))
  expect(await readFile(join(directory, 'a_0123456789.txt'), 'utf8')).toBe('two')
  expect(provider.url('a_0123456789.txt')).toBe('/uploads/a_0123456789.txt')
  await provider.delete('a_0123456789.txt')
  await provider.delete('a_0123456789.txt')
  expect(await readdir(directory)).toEqual([])
})

it("stores nothing when the content can't be read", async () => {
  const directory = join(folder, 'failing')
  const missing = { ...(await content('x')), path: join(folder, 'missing') }
  await expect(localFolder(directory).put('a.txt', missing)).rejects.toThrow('ENOENT')
  expect(await readdir(directory)).toEqual([])
})

it.each(['../a.txt', 'a/b.txt', String.raw`a\b.txt`, '.a', 'a.', '', 'a b.txt'])('rejects the key %j', async (key) => {
  await expect(localFolder(folder).put(key, await content('x'))).rejects.toThrow('is not a valid name')
})
