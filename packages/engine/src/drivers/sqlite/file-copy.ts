import { quoteText } from '../../layout/names.js'
import type { TrialCopy } from '../index-trials.js'
import { SqliteConnection } from './sqlite-connection.js'

/** Copies the database into a new file. The original is only read, and its writers aren't blocked. */
export async function copyFile(original: string, file: string): Promise<TrialCopy> {
  const source = await SqliteConnection.open(original, 'readOnly')
  try {
    // The connection can't write to the original. The copy is another file.
    await source.run('PRAGMA query_only = OFF')
    await source.run(`VACUUM INTO ${quoteText(file)}`)
  } finally {
    await source.close()
  }
  const copy = await SqliteConnection.open(file)
  await copy.run('PRAGMA query_only = OFF')
  return {
    prepare: async () => undefined,
    createIndex: (sql) => copy.run(sql),
    read: (statement) => copy.text(statement, null),
    close: () => copy.close(),
  }
}
