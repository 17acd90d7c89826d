import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createMcpServer } from '../../src/mcp/create-mcp-server.js'
import { type Connection, ServiceClient } from '../../src/mcp/service-client.js'

export interface Assistant {
  readonly client: Client
  /** Calls a tool. Returns its text. @throws Error if the tool reports an error */
  readonly use: (name: string, argument?: Record<string, unknown>) => Promise<string>
  /** Returns the error that a tool reports. @throws Error if it reports none */
  readonly fails: (name: string, argument?: Record<string, unknown>) => Promise<string>
}

/** Connects the client of the SDK to a server. */
export async function connectClient(transport: Transport): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  const call = async (name: string, argument: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: argument })
    const [{ text }] = content as [{ text: string }]
    return { text, isError: isError === true }
  }
  return {
    client,
    async use(name, argument = {}) {
      const { text, isError } = await call(name, argument)
      if (isError) throw new Error(`${name}: ${text}`)
      return text
    },
    async fails(name, argument = {}) {
      const { text, isError } = await call(name, argument)
      if (!isError) throw new Error(`${name} reports no error: ${text.slice(0, 300)}`)
      return text
    },
  }
}

/** Connects a client in this process to the tools of a service. */
export async function assistantOf(connection: Connection, identity: string, write = false): Promise<Assistant> {
  const server = createMcpServer({
    client: new ServiceClient(connection, identity),
    version: '1.0.0',
    write,
    identity,
  })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await server.connect(there)
  return connectClient(here)
}
