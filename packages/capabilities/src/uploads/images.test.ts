import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiError } from '@content-api/engine/errors'
import { launchImageProgram } from './image-program.js'
import { type ImageOptions, openImages } from './images.js'

const jpeg = { mime: 'image/jpeg', title: 'a JPEG image', extensions: ['jpg'], content: [] }

/** Every fifth moment; each one in the long run. */
const step = Number(process.env['IMAGE_KILL_STEP'] ?? 5)

let folder: string
let photo: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-images-'))
  photo = join(folder, 'photo.jpg')
  await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toFile(photo)
})
afterAll(() => rm(folder, { recursive: true }))

/** Opens image processing whose process is started by `launch`, and counts the starts and the log lines. */
function open(
  launch: (start: () => ChildProcess, count: number) => ChildProcess,
  options: Partial<ImageOptions> = {},
  process: ImageOptions['process'] = {},
) {
  const seen = { starts: 0, log: [] as string[] }
  const images = openImages({
    maxPixels: 1_000_000,
    imageMemory: 100_000_000,
    storeUnprocessedImages: false,
    warn: (message) => seen.log.push(message),
    ...options,
    process: { launch: (...program) => launch(() => launchImageProgram(...program), ++seen.starts), ...process },
  })
  return { images, seen }
}

const noDescriptors = () => {
  throw Object.assign(new Error('spawn EMFILE'), { code: 'EMFILE' })
}

/** Returns the status, the headers and the message of the error that a promise rejects with. */
async function failure(work: Promise<unknown>) {
  const { status, headers, message } = await work.then(
    () => expect.unreachable('no error'),
    (error: unknown) => error as ApiError,
  )
  return { status, retryAfter: headers['Retry-After'], message }
}

const rewritten = async (path: string) => (await sharp(path).metadata()).exif === undefined

/** Kills the process with the first job that is sent to it. */
function killAtJob(child: ChildProcess, signal: NodeJS.Signals): ChildProcess {
  const send = child.send.bind(child) as (...call: unknown[]) => boolean
  child.send = (...call: unknown[]) => {
    child.kill(signal)
    return send(...call)
  }
  return child
}

describe('FILE-50: images whose process can not be started', () => {
  it.each([
    ['no descriptors are free', (start: () => ChildProcess, count: number) => (count > 2 ? start() : noDescriptors())],
    [
      'it is killed before it is ready',
      (start: () => ChildProcess, count: number) => {
        const child = start()
        if (count <= 2) child.kill('SIGKILL')
        return child
      },
    ],
    [
      'the system has no such program',
      (start: () => ChildProcess, count: number) =>
        count > 2 ? start() : spawn(join(folder, 'missing'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
    ],
  ])('get 503 if %s, and the next ones are processed', async (_, launch) => {
    const { images, seen } = open(launch)
    expect(await failure(images.processes(jpeg))).toMatchObject({
      status: 503,
      retryAfter: '5',
      message: expect.stringContaining('The process for images'),
    })
    expect(seen).toMatchObject({ starts: 2, log: [expect.stringMatching(/The process for images .*once more/)] })
    expect(await images.processes(jpeg)).toBe(true)
    const to = join(folder, 'started')
    await images.optimize(jpeg, photo, to)
    expect(await rewritten(to)).toBe(true)
  })

  it('are processed without an error if the second start succeeds', async () => {
    const { images, seen } = open((start, count) => (count > 1 ? start() : noDescriptors()))
    expect(await images.processes(jpeg)).toBe(true)
    expect(seen).toMatchObject({ starts: 2, log: [expect.stringContaining('EMFILE')] })
  })

  it('get 503 if it is not ready in time', async () => {
    const silent = () =>
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const { images } = open(silent, {}, { startMilliseconds: 50 })
    expect(await failure(images.processes(jpeg))).toMatchObject({
      status: 503,
      message: expect.stringContaining('did not reply within 0.05 seconds'),
    })
  })
})

describe('FILE-51: images whose process is killed', () => {
  it('are processed by the next process, at each moment of the work', async () => {
    /** Counts the messages to and from the process, and kills it at one of them. */
    const run = async (moment: number) => {
      let count = 0
      const { images, seen } = open((start) => {
        const child = start()
        const at = () => count++ === moment && child.kill('SIGKILL')
        const send = child.send.bind(child) as (...call: unknown[]) => boolean
        child.send = (...call: unknown[]) => {
          at()
          const sent = send(...call)
          at()
          return sent
        }
        at()
        return child.on('message', at)
      })
      const to = (name: string) => join(folder, `${moment}-${name}`)
      expect(await images.processes(jpeg)).toBe(true)
      await images.optimize(jpeg, photo, to('main'))
      await images.fit(jpeg, photo, to('small'), { width: 100, height: 100 })
      expect(await rewritten(to('main'))).toBe(true)
      expect((await sharp(to('small')).metadata()).width).toBe(100)
      return { count, ...seen }
    }
    const { count: moments } = await run(-1)
    // The start, the first message, and four jobs with their replies.
    expect(moments).toBe(14)
    for (let moment = 0; moment < moments - 1; moment += step) {
      const { starts, log } = await run(moment)
      expect([starts, log.length], `moment ${moment}`).toEqual([2, 1])
      expect(log[0]).toContain('SIGKILL')
    }
  })

  it.each([
    ['SIGKILL', 503, '5', /was ended by SIGKILL, as happens when the machine or container is out of memory/],
    ['SIGTERM', 503, '5', /was ended by SIGTERM/],
    ['SIGSEGV', 400, undefined, /The file is a JPEG image that can't be processed: .* crashed with SIGSEGV/],
    ['SIGABRT', 400, undefined, /crashed with SIGABRT/],
  ] as const)('get an error after the second %s', async (signal, status, retryAfter, message) => {
    const { images, seen } = open((start, count) => (count > 2 ? start() : killAtJob(start(), signal)))
    const to = join(folder, `${signal}-main`)
    expect(await failure(images.optimize(jpeg, photo, to))).toEqual({
      status,
      retryAfter,
      message: expect.stringMatching(message),
    })
    expect(seen.starts).toBe(2)
    await images.optimize(jpeg, photo, to)
    expect(await rewritten(to)).toBe(true)
  })

  it('get 400 if it is killed again in the next request with the same image', async () => {
    const { images, seen } = open((start) => killAtJob(start(), 'SIGKILL'))
    const other = join(folder, 'other.jpg')
    await sharp(photo).negate().toFile(other)
    const status = async (from: string) => (await failure(images.optimize(jpeg, from, join(folder, 'never')))).status
    expect([await status(photo), await status(other), await status(photo)]).toEqual([503, 503, 400])
    expect(seen.starts).toBe(6)
  })

  it('get 503 if it hangs', async () => {
    const { images, seen } = open((start) => killAtJob(start(), 'SIGSTOP'), {}, { jobMilliseconds: 50 })
    expect(await failure(images.optimize(jpeg, photo, join(folder, 'hung')))).toMatchObject({
      status: 503,
      message: expect.stringContaining('did not reply within 0.05 seconds'),
    })
    expect(seen.starts).toBe(1)
  })
})

it('an image that takes too long gets 400', async () => {
  const program = `process.on('message', () => process.send({ message: 'timeout: 42% complete' })); process.send({ result: 'ready' })`
  const { images } = open(() =>
    spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  )
  const message = 'The file is a JPEG image that takes longer to process than 60 seconds. Upload a smaller image'
  expect(await failure(images.optimize(jpeg, photo, join(folder, 'slow')))).toMatchObject({ status: 400, message })
})

describe('FILE-52: images without the library', () => {
  const missing = { findLibrary: () => null }
  const broken = { findLibrary: () => join(folder, 'broken.cjs') }
  beforeAll(() => writeFile(broken.findLibrary(), "throw new Error('wrong machine\\nInstall it for this machine')"))

  it.each([
    ['is not installed', missing],
    ['does not load: wrong machine.', broken],
  ])('get 503 that names the setting: it %s', async (reason, process) => {
    const { images } = open((start) => start(), {}, process)
    const { status, message } = await failure(images.processes(jpeg))
    expect(status).toBe(503)
    expect(message).toContain(reason)
    expect(message).toContain('upload.storeUnprocessedImages')
    expect(await images.processes({ ...jpeg, mime: 'image/svg+xml' })).toBe(false)
  })

  it.each([missing, broken])('are stored unchanged with the setting', async (process) => {
    const { images } = open((start) => start(), { storeUnprocessedImages: true }, process)
    expect(await images.processes(jpeg)).toBe(false)
  })

  it('are reported at the start', () => {
    const log = (storeUnprocessedImages: boolean) =>
      open((start) => start(), { storeUnprocessedImages }, missing).seen.log
    expect(log(false)).toEqual([expect.stringMatching(/^Images can't be uploaded, .* upload\.storeUnprocessedImages/)])
    expect(log(true)).toEqual([expect.stringMatching(/stored unchanged, with their metadata/)])
  })

  it('are processed after it is installed', async () => {
    let library: string | null = null
    const findLibrary = () => library
    const { images } = open((start) => start(), {}, { findLibrary })
    expect(await failure(images.processes(jpeg))).toMatchObject({ status: 503 })
    library = require.resolve('sharp')
    expect(await images.processes(jpeg)).toBe(true)
  })

  it.each([
    'EMFILE: too many open files, open',
    'ERR_DLOPEN_FAILED: x.so: cannot open shared object file: Too many open files',
  ])('that did not load for want of descriptors get 503 despite the setting: %s', async (text) => {
    const path = join(folder, 'scarce.cjs')
    await writeFile(path, `throw new Error(${JSON.stringify(text)})`)
    const { images } = open((start) => start(), { storeUnprocessedImages: true }, { findLibrary: () => path })
    expect(await failure(images.processes(jpeg))).toMatchObject({ status: 503, retryAfter: '5' })
    expect(existsSync(path)).toBe(true)
  })
})
