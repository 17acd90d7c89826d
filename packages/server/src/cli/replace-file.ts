import { randomUUID } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

/**
 * Writes a file. An existing file is replaced once the new one is complete: after an error, SIGINT or SIGTERM
 * it is unchanged. Pipes and devices, such as `/dev/stdout`, are written directly.
 */
export async function replaceFile<Result>(file: string, write: (output: Writable) => Promise<Result>): Promise<Result> {
  const existing = await stat(file).catch(() => null)
  if (existing && !existing.isFile()) return writeTo(createWriteStream(file), write)
  // A symbolic link stays, because others may read the file by its own name.
  const target = existing ? await realpath(file) : file
  const next = `${target}.${randomUUID()}`
  const stop = (signal: NodeJS.Signals) => {
    rmSync(next, { force: true })
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.once(signal, stop)
  try {
    // The owner may have made the existing file private. `flush`: a crash of the machine leaves one of the two files.
    const output = createWriteStream(next, { flags: 'wx', mode: existing?.mode ?? 0o666, flush: true })
    const result = await writeTo(output, write)
    await rename(next, target)
    return result
  } catch (error) {
    await rm(next, { force: true })
    throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Resolves when the stream has written everything and is closed. */
async function writeTo<Result>(output: Writable, write: (output: Writable) => Promise<Result>): Promise<Result> {
  const written = finished(output)
  // An error of the stream must not end the process before `write` notices it.
  written.catch(() => undefined)
  try {
    const result = await write(output)
    output.end()
    await written
    return result
  } catch (error) {
    output.destroy()
    // The file may still be opening.
    await written.catch(() => undefined)
    throw error
  }
}
