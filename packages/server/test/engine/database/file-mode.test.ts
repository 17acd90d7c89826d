import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { counters } from '../../support/counter-table.js'
import { openTables } from '../../support/table-database.js'

it.skipIf(process.platform === 'win32')(
  'a new SQLite file, its -wal and its -shm can only be read by their owner',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'content-api-mode-'))
    const file = join(folder, 'new', 'data.db')
    const database = await openTables({ dialect: 'sqlite', file }, [counters])
    await database.write((transaction) => transaction.insert('counters', { name: 'a', value: 1 }))
    const modes = await Promise.all(['', '-wal', '-shm'].map(async (end) => (await stat(file + end)).mode & 0o777))
    await database.close()
    await rm(folder, { recursive: true })
    expect(modes).toEqual([0o600, 0o600, 0o600])
  },
)
