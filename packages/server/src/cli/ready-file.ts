import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from './report-error.js'

/** The information that other programs need to use a service and to stop it. */
export interface ReadyInfo {
  readonly url: string
  readonly pid: number
  /** The token of the development endpoints; absent when the service has none. */
  readonly token?: string
}

/** Removes a file that a killed service left behind, so that programs that wait for the file don't find the old one. */
export async function removeStaleReadyFile(file: string | undefined): Promise<void> {
  if (file === undefined) return
  await rm(file, { force: true }).catch((error: unknown) => {
    throw unwritable(file, error)
  })
}

/**
 * Checks that the service is ready, and writes the ready file atomically.
 * @returns a function that removes the file
 * @throws CliError when the service isn't ready or the file can't be written
 */
export async function writeReadyFile(file: string, info: ReadyInfo): Promise<() => Promise<void>> {
  const next = `${file}.${randomUUID()}`
  try {
    await requireReady(info.url)
    await mkdir(dirname(file), { recursive: true })
    // The file holds the token.
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
  if (status !== 200) throw new Error(`/readyz responds with ${status}.`)
}
