import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** A request to a stand-in. */
interface Request {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | object
}

export interface StandIn {
  readonly port: number
  readonly url: string
  /** The stored objects by name, or the received mails by number. */
  readonly stored: Map<string, string>
  close(): Promise<void>
}

type Respond = (request: Request, stored: Map<string, string>) => Answer

async function startHttp(respond: Respond, tls: ServerOptions | null = null): Promise<StandIn> {
  const stored = new Map<string, string>()
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const { method = '' } = request
    const body = await buffer(request)
    const all = {
      method,
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: request.headers,
      body,
    }
    const { status = 200, headers = {}, body: answer = '' } = respond(all, stored)
    const isText = typeof answer === 'string'
    response.writeHead(status, { 'content-type': isText ? 'application/xml' : 'application/json', ...headers })
    response.end(isText ? answer : JSON.stringify(answer))
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => void handle(request, response)
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}`,
    stored,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The value of a field in a multipart body. */
const field = (body: string, name: string) =>
  new RegExp(`name="${name}"\r\n(?:[^\r]+\r\n)*\r\n([^\r]*)`).exec(body)?.[1] ?? ''

const certificate = (name: string) => readFileSync(join(import.meta.dirname, '../support/tls', name))

/** Cloudinary: uploads and `destroy`. Its client only uses TLS. */
export const startCloudinary = () =>
  startHttp(respondAsCloudinary, { key: certificate('server-key.pem'), cert: certificate('server.pem') })

const respondAsCloudinary: Respond = ({ path, body }, stored) => {
  const text = body.toString('latin1')
  if (path.endsWith('/destroy')) {
    const id = field(text, 'public_id') || new URLSearchParams(text).get('public_id') || ''
    return { body: { result: stored.delete(id) ? 'ok' : 'not found' } }
  }
  const id = field(text, 'public_id')
  if (text.includes('not an image')) return { status: 400, body: { error: { message: 'Invalid image file' } } }
  stored.set(id, text)
  return { body: { public_id: id, resource_type: 'image', secure_url: `https://cloudinary.example/v1/${id}` } }
}

/** Azure Blob Storage: blobs, also in blocks. */
export const startAzure = () =>
  startHttp(({ method, path, query, body }, stored) => {
    const headers = { 'x-ms-version': '2024-01-01', 'x-ms-request-id': '1', etag: '"1"' }
    if (method === 'DELETE') return { status: stored.delete(path) ? 202 : 404, headers }
    if (query.get('comp') === 'block') stored.set(path, (stored.get(path) ?? '') + body.toString('latin1'))
    else if (query.get('comp') !== 'blocklist') stored.set(path, body.toString('latin1'))
    return { status: 201, headers }
  })

/** CRC-32C (RFC 9260, appendix A), with which the client of Google checks uploads. */
function checksum(bytes: Buffer): Buffer {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0x82f63b78 : 0)
  }
  const result = Buffer.alloc(4)
  result.writeUInt32BE((rest ^ 0xffffffff) >>> 0)
  return result
}

/** Google Cloud Storage: metadata, uploads in one request or by a session, and deletes. */
export const startGoogle = () => {
  let origin = ''
  const started = startHttp(({ method, path, query, headers, body }, stored) => {
    const name = query.get('name') ?? ''
    if (path.startsWith('/upload/') || path.startsWith('/resumable/')) {
      if (query.get('uploadType') === 'resumable' && !query.has('upload_id')) {
        return { headers: { location: `${origin}${path}?uploadType=resumable&name=${name}&upload_id=1` }, body: {} }
      }
      stored.set(name, body.toString('latin1'))
      const crc32c = checksum(body).toString('base64')
      return { body: { name, bucket: 'content', size: String(body.length), generation: '1', crc32c } }
    }
    const object = path.split('/o/')[1]
    if (object === undefined || headers.host === undefined) return { body: { name: 'content' } }
    if (method === 'DELETE') return { status: stored.delete(object) ? 204 : 404 }
    return stored.has(object)
      ? { body: { name: object } }
      : { status: 404, body: { error: { code: 404, message: 'No' } } }
  })
  return started.then((server) => {
    origin = server.url
    return server
  })
}

const keep = (body: string, stored: Map<string, string>) => stored.set(String(stored.size + 1), body)

/** SendGrid: `POST /v3/mail/send`. */
export const startSendGrid = () =>
  startHttp(({ headers, body }, stored) => {
    if (headers.authorization !== 'Bearer SG.own') return { status: 401, body: { errors: [{ message: 'no key' }] } }
    keep(body.toString(), stored)
    return { status: 202, body: {} }
  })

/** Mailgun: `POST /v3/<domain>/messages`. */
export const startMailgun = () =>
  startHttp(({ path, body }, stored) => {
    if (path !== '/v3/shop.example/messages') return { status: 404, body: {} }
    keep(body.toString(), stored)
    return { body: { id: '1', message: 'Queued' } }
  })

/** Amazon SES: the action `SendEmail`. */
export const startSes = () =>
  startHttp(({ body }, stored) => {
    keep(decodeURIComponent(body.toString().replaceAll('+', ' ')), stored)
    return {
      body: '<SendEmailResponse><SendEmailResult><MessageId>1</MessageId></SendEmailResult></SendEmailResponse>',
    }
  })

/** A mail server with the part of RFC 5321 that receiving a mail needs. */
export async function startSmtp(): Promise<StandIn> {
  const stored = new Map<string, string>()
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    let mail: string | undefined
    sockets.add(socket)
    socket.write('220 here\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (mail !== undefined && line !== '.') mail += `${line}\n`
        else if (mail !== undefined) {
          keep(mail, stored)
          mail = undefined
          socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          mail = ''
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 fine\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    stored,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
