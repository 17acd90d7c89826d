import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Closing } from './side.js'

/**
 * Starts a program of a peer's packages with Node 22, and waits until it responds to `probe`. Returns the id
 * of its process.
 *
 * @throws Error with its output if it ends before
 */
export async function startOnNode22(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  probe: Request,
  closing: Closing,
): Promise<number> {
  const child = spawn(node22Of(folder), args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + String(chunk)).slice(-4000)))
  const closed = once(child, 'close')
  closing.push(async () => {
    child.kill()
    await closed
  })
  const ended = closed.then(() => Promise.reject(new Error(`${args[0]} ended instead of starting:\n${output}`)))
  ended.catch(() => undefined)
  await Promise.race([ended, responds(probe)])
  return child.pid as number
}

export const node22Of = (folder: string): string => join(folder, 'node_modules', 'node', 'bin', 'node')

async function responds(probe: Request): Promise<void> {
  for (;;) {
    const response = await fetch(probe.clone()).catch(() => null)
    await response?.arrayBuffer()
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
