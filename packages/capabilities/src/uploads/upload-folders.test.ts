import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createUploadFolder, removeAbandonedFolders } from './upload-folders.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-test-'))
  vi.stubEnv('TMPDIR', folder)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** Creates a folder with the name that a process with this id would use. */
async function folderOf(pid: number): Promise<string> {
  const name = basename(createUploadFolder()).replace(`-${process.pid}-`, `-${pid}-`)
  await mkdir(join(folder, name))
  await writeFile(join(folder, name, '1'), 'x')
  return name
}

it('removes the folders of ended processes, and no others', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['-e', ''])
  const abandoned = await folderOf(ended)
  const running = await folderOf(process.ppid)
  const own = basename(createUploadFolder())
  const before = basename(createUploadFolder())
  await utimes(join(folder, before), new Date(0), new Date(0))
  await mkdir(join(folder, 'content-api-upload-elsewhere-1-abc'))
  await removeAbandonedFolders()
  const left = await readdir(folder)
  expect(left).not.toContain(abandoned)
  expect(left).not.toContain(before)
  expect(left).toEqual(expect.arrayContaining([running, own, 'content-api-upload-elsewhere-1-abc']))
})
