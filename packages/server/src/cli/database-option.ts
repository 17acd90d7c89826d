import { resolve } from 'node:path'

/**
 * Reads the value of `--database`. The path of a SQLite file is relative to the working directory, like every
 * other path on the command line. In the configuration it is relative to the project.
 */
export function readDatabase(text: string): string {
  const [, prefix = '', rest = text] = /^(sqlite:|file:)(?:\/\/)?(.*)$/s.exec(text) ?? []
  const isFile = prefix !== '' || !/^[a-z][a-z0-9+]+:\/\//i.test(text)
  if (!isFile || ['', ':memory:'].includes(rest)) return text
  return resolve(rest)
}
