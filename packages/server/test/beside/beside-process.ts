import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** The compiled command line. */
export const builtCli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface BesideProcess {
  readonly url: string
  readonly process: number
  /** The lines that it has printed, with those of its log. */
  readonly output: readonly string[]
  /** Resolves with the printed lines that contain a text when there are that many of them. */
  linesWith(text: string, count: number): Promise<readonly string[]>
  stop(): Promise<void>
}

export interface BesideOptions {
  /** The URL of Strapi. */
  readonly strapi: string
  readonly timeZone: string
  /** The section `beside` of the configuration. */
  readonly settings?: object
  /** Other sections of the configuration. */
  readonly configuration?: object
  /** The command line; by default the compiled one. */
  readonly cli?: string
  readonly more?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts `content-api beside` for a Strapi project in a process of its own. */
export async function startBeside(
  project: string,
  { strapi, timeZone, settings = {}, configuration = {}, cli = builtCli, more = [], environment = {} }: BesideOptions,
): Promise<BesideProcess> {
  await writeFile(join(project, 'content-api.config.json'), JSON.stringify({ ...configuration, beside: settings }))
  const args = [cli, 'beside', '--project', project, '--strapi', strapi, '--port', '0', ...more]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', TZ: timeZone, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  const printed = new EventEmitter()
  const url = await addressOf(child, strapi, (line) => {
    output.push(line)
    printed.emit('line')
  }).catch((error: unknown) => {
    throw new Error(`${(error as Error).message}:\n${output.join('\n')}`)
  })
  return {
    url,
    process: child.pid as number,
    output,
    async linesWith(text, count) {
      const found = () => output.filter((line) => line.includes(text))
      while (found().length < count) await once(printed, 'line')
      return found()
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Resolves to the first printed address that isn't Strapi's. Keeps reading the output. */
function addressOf(child: ChildProcess, strapi: string, onLine: (line: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`content-api beside ended with code ${code}`)))
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream as Readable }).on('line', (line) => {
        onLine(line)
        const addresses = line.match(/https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/g) ?? []
        const own = addresses.find((address) => address !== strapi)
        if (own !== undefined) resolve(own)
      })
    }
  })
}
