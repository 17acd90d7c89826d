import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))

interface Message {
  readonly id?: number | string
  /** Of what the server asks or tells; an answer has none. */
  readonly method?: string
  readonly result?: { readonly items: readonly { readonly label: string }[] } | null
}

/** The compiler as editors talk to it (Language Server Protocol). */
export async function startLanguageServer() {
  const server = spawn(process.execPath, [join(typescript, 'bin', 'tsc'), '--lsp', '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const write = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  const waiting = new Map<unknown, (answer: Message) => void>()
  const take = (message: Message) => {
    if (!message.method) waiting.get(message.id)?.(message)
    // It asks for settings, of which there are none, and waits for the answer.
    else if (message.id !== undefined) write({ id: message.id, result: null })
  }
  let received = Buffer.alloc(0)
  server.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const start = received.indexOf('\r\n\r\n') + 4
      const [, length] = /content-length: (\d+)/i.exec(received.subarray(0, start).toString()) ?? []
      if (!length || received.length < start + Number(length)) return
      const end = start + Number(length)
      take(JSON.parse(received.subarray(start, end).toString()) as Message)
      received = received.subarray(end)
    }
  })
  let count = 0
  const ask = (method: string, params: object) =>
    new Promise<Message>((resolve) => {
      waiting.set(++count, resolve)
      write({ id: count, method, params })
    })
  await ask('initialize', { processId: process.pid, rootUri: null, capabilities: {} })
  write({ method: 'initialized', params: {} })

  return {
    /** What an editor offers at the `|` of a file, which needn't exist. */
    complete: async (uri: string, marked: string): Promise<string[]> => {
      const before = marked.slice(0, marked.indexOf('|')).split('\n')
      const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
      const textDocument = { uri, languageId: 'typescript', version: 1, text: marked.replace('|', '') }
      write({ method: 'textDocument/didOpen', params: { textDocument } })
      const { result } = await ask('textDocument/completion', { textDocument: { uri }, position })
      write({ method: 'textDocument/didClose', params: { textDocument: { uri } } })
      return result?.items.map(({ label }) => label) ?? []
    },
    close: () => void server.kill(),
  }
}
