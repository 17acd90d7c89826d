import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from './report-error.js'

/** What others need to use a service and to stop it. */
export interface ReadyInfo {
  readonly url: string
  readonly pid: number
  /** Guards the development endpoints; absent where there are none. */
  readonly token?: string
}

/** Removes the file of a service that was killed: whoever waits for the file must not find it. */
export async function removeStaleReadyFile(file: string | undefined): Promise<void> {
  if (file === undefined) return
  await rm(file, { force: true }).catch((error: unknown) => {
    throw unwritable(file, error)
  })
}

/**
 * Writes a file once the service can work, whole or not at all.
 * @returns what removes it again
 * @throws CliError when it can't be written
 */
export async function writeReadyFile(file: string, info: ReadyInfo): Promise<() => Promise<void>> {
  const next = `${file}.${randomUUID()}`
  try {
    await requireReady(info.url)
    await mkdir(dirname(file), { recursive: true })
    // The token is in it.
    await writeFile(next, `${JSON.stringify(info)}\n`, { mode: 0o600 })
    await rename(next, file)
  } catch (error) {
    await rm(next, { force: true })
    throw unwritable(file, error)
  }
  return () => rm(file, { force: true })
}

const unwritable = (file: string, error: unknown) =>
  new CliError(`The ready file "${file}" can't be written: ${error instanceof Error ? error.message : String(error)}`)

async function requireReady(url: string): Promise<void> {
  const { status } = await fetch(`${url}/readyz`)
  if (status !== 200) throw new Error(`/readyz answers ${status}.`)
}
