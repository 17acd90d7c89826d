import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Writable } from 'node:stream'
import { connectStreams, createMcpServer } from '../mcp/create-mcp-server.js'
import { findIdentity } from '../mcp/identity.js'
import { type Connection, ServiceClient, withToken } from '../mcp/service-client.js'
import { onStop } from './on-stop.js'
import { commandOptions } from './open-project.js'
import { version } from '../own-package.js'
import { ReloadingProject } from './reloading-project.js'
import { CliError } from './report-error.js'

export interface McpCommandOptions {
  readonly project: string
  readonly database?: string
  readonly url?: string
  readonly as: string
  readonly write?: boolean
}

interface OpenConnection extends Connection {
  close(): Promise<void>
}

/** Serves assistants by the Model Context Protocol on standard input and output, until the input ends. */
export async function mcp(options: McpCommandOptions): Promise<void> {
  const output = reserveOutput()
  const connection = options.url === undefined ? await openProject(options) : await connectTo(options.url, options)
  try {
    const client = new ServiceClient(
      connection,
      await findIdentity(new ServiceClient(connection, 'public'), options.as),
    )
    const { identity } = await client.model()
    const server = createMcpServer({ client, version, write: options.write ?? false, identity: identity.label })
    const stop = onStop(async () => {
      await server.close()
      await connection.close()
    })
    process.stdin.once('end', () => stop('SIGTERM'))
    await connectStreams(server, process.stdin, output)
  } catch (error) {
    await connection.close()
    throw error instanceof Error && error.name === 'ToolError' ? new CliError(error.message) : error
  }
}

/** Reserves standard output for the protocol. What code of the project prints goes to standard error. */
function reserveOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  return new Writable({ write: (chunk: Buffer, encoding, done) => void write(chunk, encoding, done) })
}

/** Opens the project, and opens it again before the first request after a change of its files. */
async function openProject(options: McpCommandOptions): Promise<OpenConnection> {
  const { createContentApi } = await import('../service.js')
  const folder = resolve(options.project)
  const project = new ReloadingProject(folder, () =>
    createContentApi({ ...commandOptions(options), development: true }),
  )
  const { config } = await project.current()
  return {
    fetch: async (request) => {
      const { developmentToken } = await project.current()
      return withToken((sent) => project.fetch(sent), developmentToken ?? '')(request)
    },
    origin: `http://127.0.0.1:${config.port}`,
    close: () => project.close(),
  }
}

/** Connects to a service that `content-api dev` serves. Its token is in the project, or in the environment. */
async function connectTo(url: string, { project }: McpCommandOptions): Promise<OpenConnection> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new CliError(`"${url}" is no URL of a service.`)
  const file = join(resolve(project), '.tmp', 'development-token')
  const token = process.env['CONTENT_API_DEVELOPMENT_TOKEN'] ?? (await readFile(file, 'utf8').catch(() => null))?.trim()
  if (!token) {
    throw new CliError(
      `There is no development token in ${file}. Name the folder of the project with --project, or set CONTENT_API_DEVELOPMENT_TOKEN.`,
    )
  }
  return { fetch: withToken(fetch, token), origin: new URL(url).origin, close: () => Promise.resolve() }
}
