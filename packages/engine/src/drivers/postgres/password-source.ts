import { readFile } from 'node:fs/promises'
import type { PostgresConnection } from '../../database/connection.js'

/** Returns a function that provides the password of a new connection; undefined when the password is in the URL. */
export function passwordSource({
  password,
  passwordFile,
}: Pick<PostgresConnection, 'password' | 'passwordFile'>): (() => Promise<string>) | undefined {
  if (passwordFile !== undefined) return async () => withoutLineEnd(await readFile(passwordFile, 'utf8'))
  if (password === undefined) return undefined
  return async () => {
    const value: unknown = typeof password === 'function' ? await password() : password
    if (typeof value !== 'string' || value === '')
      throw new Error('"database.password" must return a non-empty string.')
    return value
  }
}

/** Editors and `echo` add a line break at the end of a file. */
const withoutLineEnd = (text: string) => text.replace(/\r?\n$/, '')
