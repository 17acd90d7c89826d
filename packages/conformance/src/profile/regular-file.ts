import { readFileSync, statSync } from 'node:fs'
import { UsageError } from './configuration.js'

/**
 * Checks that a path is a regular file. Opening a named pipe waits until another process opens its other end,
 * so pipes, devices and sockets are rejected before they are opened. A missing file is left to the caller.
 * @throws UsageError for a folder, a pipe, a device or a socket
 */
export function requireRegularFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isFile()) throw new UsageError(`${path} is ${kindOf(found)}, not a regular file.`)
}

/**
 * Reads a regular file as UTF-8.
 * @throws UsageError if the path is not a regular file, and the errors of `readFileSync`
 */
export function readRegularFile(path: string): string {
  requireRegularFile(path)
  return readFileSync(path, 'utf8')
}

/** Returns the kind of a path that is not a regular file, for a message. */
export function kindOf(found: ReturnType<typeof statSync> & object): string {
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a named pipe'
  if (found.isSocket()) return 'a socket'
  return 'a device'
}
