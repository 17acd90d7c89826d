import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { exportFile } from '../../src/cli/export.js'
import { createContentApi } from '../../src/index.js'
import { newDatabases } from '../../../../tests/support/postgres.js'

const folder = await mkdtemp(join(tmpdir(), 'content-api-export-file-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the project's bootstrap does. It runs when the tables exist and nothing has been exported. */
const broken = globalThis as { breakTables?: () => Promise<void> }
const files = {
  'src/index.mjs': 'export const register = () => globalThis.breakTables?.()',
  ...Object.fromEntries(
    ['author', 'book'].map((name) => [
      `src/api/${name}/content-types/${name}/schema.json`,
      JSON.stringify({
        kind: 'collectionType',
        info: { singularName: name, pluralName: `${name}s`, displayName: name },
        attributes: { name: { type: 'string' } },
      }),
    ]),
  ),
}

describe.each(newDatabases)('an export to a file (%s)', (kind, newDatabase) => {
  it('replaces an older export when it is complete, and leaves it as it is when it fails', async () => {
    const project = join(folder, kind)
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(project, path)), { recursive: true })
      await writeFile(join(project, path), text)
    }
    const { connection } = await newDatabase()
    const api = await createContentApi({ project, database: connection })
    await api.importEntries(
      ['author', 'book'].map((name) => ({ type: `api::${name}.${name}`, id: 1, attributes: { name } })),
    )
    const backups = join(project, 'backups')
    const file = join(backups, 'content.jsonl')
    await mkdir(backups)
    await writeFile(file, 'old\n')
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const database = connection.dialect === 'sqlite' ? connection.file : connection.url
    const run = () => exportFile(file, { project, database })

    await run()
    const complete = await readFile(file, 'utf8')
    expect(complete).toMatch(/^\{[^]*"api::author\.author"[^]*"api::book\.book"[^]*\}\n$/)

    broken.breakTables = () => api.database.write((transaction) => transaction.execute(['DROP TABLE books']))
    await expect(run()).rejects.toThrow(/books/)
    expect(await readFile(file, 'utf8')).toBe(complete)
    expect(await readdir(backups)).toEqual(['content.jsonl'])
    delete broken.breakTables
    await api.close()
    vi.restoreAllMocks()
  })
})
