import { readFile } from 'node:fs/promises'
import type { PostgresConnection } from '../../config/connection.js'

/** Returns what gives the password of a new connection; undefined where the URL has it. */
export function passwordSource({
  password,
  passwordFile,
}: Pick<PostgresConnection, 'password' | 'passwordFile'>): (() => Promise<string>) | undefined {
  if (passwordFile !== undefined) return async () => withoutLineEnd(await readFile(passwordFile, 'utf8'))
  if (password === undefined) return undefined
  return async () => {
    const given: unknown = typeof password === 'function' ? await password() : password
    if (typeof given !== 'string' || given === '') throw new Error('"database.password" gave no text.')
    return given
  }
}

/** Editors and `echo` end a file with one. */
const withoutLineEnd = (text: string) => text.replace(/\r?\n$/, '')
