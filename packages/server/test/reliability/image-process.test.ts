import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { multipart } from '../support/multipart.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { amount, projectFolder, type ServiceProcess, startService } from './service-process.js'

/** The number of moments at which the process is killed, from its start to after the response. */
const moments = amount('IMAGE_KILLS', 3)

const kinds = ['', 'large_', 'medium_', 'small_', 'thumbnail_']

interface Outcome {
  readonly status: number
  readonly retryAfter: string | null
  readonly id: number | undefined
}

/** Returns a photo with a GPS position. Photos differ, because a second request with the same one may get 400. */
function photoOf(index: number): Promise<Buffer> {
  const noise = { type: 'gaussian', sigma: 40 } as const
  return sharp({ create: { width: 1_100, height: 800, channels: 3, background: { r: index, g: 0, b: 0 }, noise } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()
}

async function upload({ url }: ServiceProcess, photo: Buffer): Promise<Outcome> {
  const { body, contentType } = multipart([{ name: 'files', filename: 'photo.jpg', value: photo }])
  const headers = { 'content-type': contentType }
  const response = await fetch(`${url}/api/upload`, { method: 'POST', body: new Uint8Array(body), headers })
  const content = (await response.json()) as readonly { readonly id: number }[]
  const { status } = response
  return { status, retryAfter: response.headers.get('retry-after'), id: status === 200 ? content[0]?.id : undefined }
}

/** Returns the children of the server. A child that has ended is in the list until the server knows that. */
function childrenOf({ pid }: ServiceProcess): number[] {
  return readText(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)
}

/** Returns the processes for images that still run. */
function imageProcesses(service: ServiceProcess): number[] {
  return childrenOf(service).filter((child) => /sharp/.test(readText(`/proc/${child}/cmdline`)))
}

/** Returns an empty string when the process has ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Ends all processes for images, so that the next upload starts one. */
async function endImageProcesses(service: ServiceProcess): Promise<void> {
  while (childrenOf(service).length > 0) {
    imageProcesses(service).forEach(kill)
    await setImmediate()
  }
}

/** Kills the first process for images some milliseconds after its start. */
async function killAfter(service: ServiceProcess, milliseconds: number): Promise<void> {
  let [first] = imageProcesses(service)
  for (; first === undefined; [first] = imageProcesses(service)) await setImmediate()
  if (milliseconds > 0) await delay(milliseconds)
  kill(first)
}

/** Kills each process for images some milliseconds after its start, until `work` ends. */
async function killingAll<Result>(
  service: ServiceProcess,
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result> {
  const state = { isRunning: true }
  const ended = work.finally(() => (state.isRunning = false))
  while (state.isRunning) {
    for (const pid of imageProcesses(service)) {
      await delay(milliseconds)
      kill(pid)
    }
    await setImmediate()
  }
  return ended
}

it.skipIf(process.platform !== 'linux')(
  `FILE-53: ${moments} kills of the process for images store no image with metadata or without formats`,
  { timeout: 600_000 },
  async () => {
    const project = projectFolder()
    const temporary = mkdtempSync(join(tmpdir(), 'content-api-image-process-'))
    onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
    const service = await startService(project, sqliteDatabase().connection, { environment: { TMPDIR: temporary } })
    const ids: number[] = []
    /** Counts the stored image, and returns the status and `Retry-After`. */
    const stored = ({ status, retryAfter, id }: Outcome) => {
      if (id !== undefined) ids.push(id)
      return retryAfter === null ? `${status}` : `${status} (retry after ${retryAfter} s)`
    }
    // The first upload also loads modules. The second one starts only the process.
    expect(stored(await upload(service, await photoOf(0)))).toBe('200')
    await endImageProcesses(service)
    const begun = performance.now()
    expect(stored(await upload(service, await photoOf(0)))).toBe('200')
    const duration = performance.now() - begun

    for (let index = 0; index < moments; index++) {
      const milliseconds = Math.round((duration * 1.1 * index) / (moments - 1))
      const photo = await photoOf(index)
      await endImageProcesses(service)
      const [once] = await Promise.all([upload(service, photo), killAfter(service, milliseconds)])
      await endImageProcesses(service)
      const always = await killingAll(service, milliseconds, upload(service, photo))
      const next = await upload(service, photo)
      process.stdout.write(
        `${milliseconds} ms after the start: ${stored(once)}; each process killed: ${stored(always)}; the next upload: ${stored(next)}\n`,
      )
      expect([once.status, next.status]).toEqual([200, 200])
      expect(stored({ ...always, id: undefined })).toMatch(/^(200|503 \(retry after 5 s\))$/)
    }

    const folder = join(project, 'public', 'uploads')
    const files = readdirSync(folder)
    expect(files.filter((file) => file.startsWith('.'))).toEqual([])
    for (const file of files) expect((await sharp(join(folder, file)).metadata()).exif, file).toBeUndefined()
    const expected: string[] = []
    for (const id of ids) {
      const { hash, ext, formats } = (await service.ask(`GET /api/upload/files/${id}`)).body as never as {
        hash: string
        ext: string
        formats: object
      }
      expect(Object.keys(formats).toSorted()).toEqual(['large', 'medium', 'small', 'thumbnail'])
      expected.push(...kinds.map((kind) => `${kind}${hash}${ext}`))
    }
    expect(files.toSorted()).toEqual(expected.toSorted())
    expect(readdirSync(temporary).filter((entry) => entry.startsWith('content-api-upload-'))).toEqual([])
    const lines = service.output().match(/The process for images .*/g) ?? []
    expect(lines).not.toEqual([])
    process.stdout.write(
      `${ids.length} images with 4 formats each, no metadata, no files left; ${lines.length} lines in the log\n`,
    )
  },
)
