import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite3 from 'sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createContentApi } from '../../../src/index.js'
import { project, title } from '../../support/article-project.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-foreign-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function sqliteFile(name: string, sql: string): Promise<string> {
  const file = join(folder, name)
  const database = new sqlite3.Database(file)
  await new Promise<void>((resolve, reject) => database.exec(sql, (error) => (error ? reject(error) : resolve())))
  await new Promise<void>((resolve) => database.close(() => resolve()))
  return file
}

it.each([
  [
    'of a Strapi 4 application',
    'strapi.db',
    'CREATE TABLE strapi_core_store_settings (id); CREATE TABLE articles (id)',
    /strapi\.db: The database belongs to a Strapi 4 application/,
  ],
  ['with a table of the same name', 'other.db', 'CREATE TABLE articles (id)', /The table articles already exists/],
])('does not change a byte of a file %s', async (_what, name, sql, message) => {
  const file = await sqliteFile(name, sql)
  const before = await readFile(file)
  await expect(createContentApi({ ...project({ title }), database: file })).rejects.toThrow(message)
  expect(await readFile(file)).toEqual(before)
  expect((await readdir(folder)).filter((entry) => entry.startsWith(name))).toEqual([name])
})

it('uses a file whose tables have other names', async () => {
  const file = await sqliteFile('shared.db', 'CREATE TABLE something (id); INSERT INTO something VALUES (1)')
  const api = await createContentApi({ ...project({ title }), database: file })
  expect((await api.fetch(new Request('http://x/api/articles'))).status).toBe(200)
  await api.close()
})
