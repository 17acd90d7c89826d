import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { builtCli } from '../beside/beside-process.js'

/** The server of a Strapi 5 project in a process of its own. */
export interface DocumentsProcess {
  readonly url: string
  readonly process: number
  /** The lines that it has printed. */
  readonly output: readonly string[]
  /** Ends the server, by default after its open requests. */
  stop(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Starts `content-api start` for a Strapi 5 project. */
export async function startDocuments(project: string, timeZone: string, cli = builtCli): Promise<DocumentsProcess> {
  const args = [cli, 'start', '--project', project, '--port', '0', '--exit-with-parent']
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', TZ: timeZone },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`content-api start ended with code ${code}:\n${output.join('\n')}`)))
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line)
        const found = /Listening on (http:\/\/[^/]+)\//.exec(line)?.[1]
        if (found !== undefined) resolve(found)
      })
    }
  })
  return {
    url,
    process: child.pid as number,
    output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}
