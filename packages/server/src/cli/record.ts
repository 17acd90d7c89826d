import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { openMockedService } from '../mocking/mocked-service.js'
import { checkRecording } from '../recording/check-recording.js'
import { keepTimes } from '../recording/keep-times.js'
import { printRecording } from '../recording/print-recording.js'
import { readList, readModule } from '../recording/read-list.js'
import { recordRequests, type Source } from '../recording/record-requests.js'
import type { Recording } from '../recording/recording.js'
import { CliError, printable } from './report-error.js'

export interface RecordOptions {
  readonly from?: string
  readonly project: string
  readonly seed?: string
  readonly out?: string
  readonly types?: string
  readonly check?: boolean
}

/** Records the requests of a list in a file of msw handlers, or compares such a file with its list. */
export async function record(list: string, options: RecordOptions): Promise<void> {
  const out = options.out ?? join(dirname(list), `${basename(list, extname(list))}.recorded.ts`)
  if (!out.endsWith('.ts')) throw new CliError(`--out needs a file of TypeScript (.ts), but is "${out}".`)
  const command = commandOf(list, options)
  const requests = await readList(resolve(list))
  if (options.check) return check(out, command, await checkRecording(requests, await readRecording(out)))
  const types = typesFile(options)
  const current = types === null ? null : await fingerprintOf(types, options)
  const source = await openSource(options)
  let recorded: Recording['requests']
  try {
    recorded = await recordRequests(requests, source)
  } finally {
    await source.close()
  }
  const old = await readRecording(out)
  const recording: Recording = {
    recordedAt: new Date().toISOString().slice(0, 10),
    list,
    command,
    ...(current !== null && { model: { recorded: current, current } }),
    requests: keepTimes(old?.requests, recorded) as Recording['requests'],
  }
  for (const [name, exchanges] of Object.entries(recorded)) {
    for (const { request, status } of exchanges) console.log(printable(`${name}: ${request} (${status})`))
  }
  const module = types === null ? null : moduleName(dirname(out), types)
  const text = (date: string) => printRecording({ ...recording, recordedAt: date }, module)
  if (old && text(old.recordedAt) === (await readFile(out, 'utf8')))
    return void process.stderr.write(`${out} is unchanged.\n`)
  await writeFile(out, text(recording.recordedAt))
  process.stderr.write(`${out} written.\n`)
}

function check(out: string, command: string, mistakes: readonly string[]): void {
  if (mistakes.length === 0) return void process.stderr.write(`${out} is up to date.\n`)
  throw new CliError([`${out} is out of date:`, ...mistakes.map((each) => `  ${each}`), `Run: ${command}`].join('\n'))
}

/** Returns the command without the address of a service, which may differ between machines. */
function commandOf(list: string, { from, project, seed, out, types }: RecordOptions): string {
  const source = from === undefined ? { project: project === '.' ? undefined : project, seed } : { from: '<url>' }
  const set = Object.entries({ ...source, out, types }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${value}`],
  )
  return ['npx content-api record', list, ...set].join(' ')
}

/** The file that `content-api-types` writes by default. */
const defaultTypes = join('src', 'content-types.gen.ts')

function typesFile({ types }: RecordOptions): string | null {
  if (types !== undefined && !existsSync(types)) throw new CliError(`There is no file "${types}".`)
  return types ?? (existsSync(defaultTypes) ? defaultTypes : null)
}

async function fingerprintOf(file: string, { types }: RecordOptions): Promise<string | null> {
  const found = /^export const fingerprint = '(\w+)'/m.exec(await readFile(file, 'utf8'))?.[1]
  if (found !== undefined) return found
  const message = `${file} has no fingerprint. Generate it with content-api-types --fingerprint`
  if (types !== undefined) throw new CliError(`${message}.`)
  process.stderr.write(`${message}, so that a changed model is noticed.\n`)
  return null
}

/** Returns how a module in the folder imports a file. */
function moduleName(folder: string, file: string): string {
  const path = relative(folder, file).replaceAll('\\', '/').replace(/\.ts$/, '.js')
  return path.startsWith('.') ? path : `./${path}`
}

async function readRecording(file: string): Promise<Recording | null> {
  if (!existsSync(file)) return null
  // Recordings are read without msw.
  const module = { recordedHandlers: () => [] }
  try {
    const read = (await readModule(resolve(file), { '@content-api/server/recorded': module })) as {
      readonly recording?: Recording
    }
    return read.recording ?? null
  } catch {
    // Such as a file with the marks of a merge.
    return null
  }
}

type OpenSource = Source & { close(): Promise<void> }

async function openSource({ from, project, seed }: RecordOptions): Promise<OpenSource> {
  const token = process.env['CONTENT_API_TOKEN']
  if (from !== undefined) {
    if (!/^https?:\/\//.test(from) || !URL.canParse(from)) {
      throw new CliError(`--from needs a URL such as http://localhost:1337, but is "${from}".`)
    }
    const url = from.replace(/\/$/, '')
    return { url, token, send: (request) => sendTo(url, request), close: () => Promise.resolve() }
  }
  const service = await openMockedService({
    project: resolve(project),
    ...(seed !== undefined && { seed: resolve(seed) }),
    config: { log: { level: 'warn' } },
  })
  return {
    url: 'http://localhost:1337',
    token,
    send: (request) => service.api.fetch(request),
    close: () => service.close(),
  }
}

async function sendTo(url: string, request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (cause) {
    throw new Error(`${url} can't be reached: is the server running?`, { cause })
  }
}
