import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ConfigInput } from '@content-api/core/config/schema'
import { commandFile } from '../support/command-file.js'
import { multipart } from '../support/multipart.js'
import { postgresDatabase, sqliteDatabase } from '../../../../tests/support/postgres.js'
import { type RawResponse, rawRequest } from '../support/raw-request.js'
import { file } from '../support/upload-service.js'
import { amount, projectFolder, type ServiceProcess, startService } from './service-process.js'

const limit = amount('DESCRIPTORS_LIMIT', 256)
const idle = amount('DESCRIPTORS_IDLE', 200)
const actions = ['api::tag.tag.find', 'api::tag.tag.create', 'plugin::users-permissions.auth.callback']
const sender = ['plugin::users-permissions.auth.forgotPassword', 'plugin::upload.content-api.upload']
const config: ConfigInput = {
  log: { level: 'debug' },
  auth: { jwt: { secret: 's'.repeat(40) } },
  // The mails of this test have no recipient.
  mail: { smtp: 'smtp://127.0.0.1:9', from: 'us@example.com' },
  permissions: { public: [...actions, ...sender] },
}

/** Limits the number of open files, by the shell that starts the program. */
const under = (files: number): [string, ...string[]] => ['sh', '-c', `ulimit -n ${files} && exec "$0" "$@"`]

const portOf = ({ url }: ServiceProcess) => ({ port: Number(new URL(url).port) })

async function openSocket(service: ServiceProcess): Promise<Socket> {
  const socket = connect(portOf(service).port, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

const upload = multipart([file('Only text', 'note.txt')])
const json = { 'content-type': 'application/json' }
/** One request of each kind whose modules aren't loaded by the start. */
const requests = {
  graphql: { line: 'POST /graphql', headers: json, body: '{"query":"{ tags { data { id } } }"}' },
  signIn: { line: 'POST /api/auth/local', headers: json, body: '{"identifier":"nobody","password":"wrong-password"}' },
  create: { line: 'POST /api/tags', headers: json, body: '{"data":{"name":"a tag"}}' },
  upload: { line: 'POST /api/upload', headers: { 'content-type': upload.contentType }, body: upload.body },
  mail: { line: 'POST /api/auth/forgot-password', headers: json, body: '{"email":"nobody@example.com"}' },
  read: { line: 'GET /api/tags', headers: {}, body: '' },
  ready: { line: 'GET /readyz', headers: {}, body: '' },
}
type Kind = keyof typeof requests
const kinds = Object.keys(requests) as Kind[]
const working = { graphql: 200, signIn: 400, create: 200, upload: 200, mail: 200, read: 200, ready: 200 }

/** Sends one request of each kind, and returns their statuses. */
async function statuses(
  service: ServiceProcess,
  sockets?: Readonly<Record<Kind, Socket>>,
): Promise<Record<string, number>> {
  const responses: Record<string, number> = {}
  for (const kind of kinds) {
    const { line, ...request } = requests[kind]
    const { status } = await rawRequest(portOf(service), line, {
      ...request,
      ...(sockets && { socket: sockets[kind] }),
    })
    responses[kind] = status
  }
  return responses
}

const messageOf = ({ bytes }: RawResponse) =>
  (JSON.parse(bytes.toString()) as { error: { message: string } }).error.message

describe('open files', () => {
  const start = (more: Parameters<typeof startService>[2] = {}) =>
    startService(projectFolder(config), sqliteDatabase().connection, {
      under: under(limit),
      ...more,
    })

  it(`HTTP-60: ${idle} idle connections below a limit of ${limit} files leave other connections working`, {
    timeout: 60_000,
  }, async () => {
    const service = await start()
    const sockets = {} as Record<Kind, Socket>
    for (const kind of kinds) sockets[kind] = await openSocket(service)
    const most = Number((await service.says(/Clients may open (\d+) connections/))[1])
    expect(most).toBeLessThan(idle)
    const closed: Socket[] = []
    const others = await Promise.all(
      Array.from({ length: idle }, async () => {
        const socket = await openSocket(service)
        socket.resume().on('close', () => closed.push(socket))
        return socket
      }),
    )
    await service.says(/connections are open; rejected \d+ more/)
    expect(await statuses(service, sockets)).toEqual(working)
    const rejected = closed.length
    for (const socket of others) socket.destroy()
    // The server learns of the end of the connections a little later.
    await expect.poll(() => statuses(service).catch(() => null)).toEqual(working)
    expect(service.alive()).toBe(true)
    process.stdout.write(`${limit} files: ${most} connections, ${rejected} of ${idle} idle ones closed or rejected\n`)
  })

  it('HTTP-61: requests on connections above the limit get 503, except health checks', {
    timeout: 60_000,
  }, async () => {
    const service = await start()
    const most = Number((await service.says(/Clients may open (\d+) connections/))[1])
    const below: Socket[] = []
    while (below.length < most) below.push(await openSocket(service))
    const [above, health, later] = [await openSocket(service), await openSocket(service), await openSocket(service)]
    const rejected = await rawRequest(portOf(service), 'GET /api/tags', { socket: above })
    expect([rejected.status, rejected.headers['retry-after'], rejected.headers.connection]).toEqual([503, '1', 'close'])
    expect(messageOf(rejected)).toBe('Too many connections are open')
    expect((await rawRequest(portOf(service), 'GET /healthz', { socket: health })).status).toBe(200)
    for (const socket of below) socket.destroy()
    await expect.poll(async () => (await rawRequest(portOf(service), 'GET /api/tags')).status).toBe(200)
    expect((await rawRequest(portOf(service), 'GET /api/tags', { socket: later })).status).toBe(200)
  })

  it('HTTP-62: a service that could open no files for a while works completely afterwards', {
    timeout: 60_000,
  }, async () => {
    const service = await start({ probed: true })
    const sockets = {} as Record<Kind, Socket>
    for (const kind of kinds) sockets[kind] = await openSocket(service)
    await service.says(/All modules are loaded/)
    const files = await service.openFiles('exhaust')
    const during = await statuses(service, sockets)
    expect(await service.openFiles('release')).toBe(files)
    // What needs no file works. Each closed connection leaves room for one file.
    expect(during).toMatchObject({ graphql: 200, create: 200, mail: 200, read: 200, ready: 200 })
    expect([200, 503]).toContain(during['upload'])
    expect([400, 503]).toContain(during['signIn'])
    expect(await statuses(service)).toEqual(working)
    process.stdout.write(`no file can be opened: ${JSON.stringify(during)}\n`)
  })

  it('HTTP-63: a service whose modules cannot be loaded ends with a message, and is never ready', {
    timeout: 60_000,
  }, async () => {
    const service = await start({ probed: true })
    const socket = await openSocket(service)
    await service.openFiles('exhaust')
    // The connection may break before the response, when the process ends.
    const response = await rawRequest(portOf(service), 'GET /readyz', { socket }).catch(() => null)
    expect([503, undefined]).toContain(response?.status)
    expect(await service.ended()).toBe(1)
    expect(service.output()).toMatch(/Cannot load .*: .*\n?.*too many (open files|files are open)/)
  })
})

it('HTTP-67: a worker closes connections above the limit', { timeout: 60_000 }, async () => {
  const { connection } = await postgresDatabase()
  const service = await startService(projectFolder(config), connection, {
    under: under(limit),
    more: ['--workers', '1'],
  })
  const most = Number((await service.says(/Clients may open (\d+) connections/))[1])
  const sockets: Socket[] = []
  while (sockets.length < most + 32) sockets.push((await openSocket(service)).resume())
  await once(sockets.at(-1) as Socket, 'close')
  await service.says(/connections are open; rejected/)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await rawRequest(portOf(service), 'GET /api/tags')).status).toBe(200)
})

it('HTTP-64: with a limit of 64 files, the command ends with a message that says what to do', () => {
  const [shell, ...args] = [...under(64), process.execPath, commandFile, 'start', '--project', projectFolder()]
  const { status, stderr } = spawnSync(shell, args, { encoding: 'utf8' })
  expect(stderr).toBe(
    'This process may only open 64 files and connections, and content-api needs at least 256. Raise the limit, for example with "ulimit -n 4096".\n',
  )
  expect(status).toBe(1)
})
