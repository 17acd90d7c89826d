import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { multipart } from '../support/multipart.js'
import { png } from '../../../../tests/support/png.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { amount, projectFolder, startService } from './service-process.js'

/**
 * The longest side of the images that are decoded line by line; 9,990 in the long run, just below
 * `upload.maxPixels`.
 */
const side = amount('IMAGE_SIDE', 1_200)
const full = side > 5_000
const atOnce = 6
/** The limit of the specification: bytes above an idle service. */
const bound = 150_000_000

const bandHeight = 64

/** An image with noise. Encoders use less memory for an image of one color. */
function noisy(width: number, height = width): Sharp {
  const random = Array.from({ length: 4_096 }, (_, index) => (Math.imul(index + 1, 2_654_435_761) >>> 16) & 63)
  const band = Buffer.alloc(width * bandHeight * 3)
  for (let index = 0; index < band.length; index++) band[index] = (index % 192) + (random[(index * 7) & 4_095] ?? 0)
  const raw = { width, height: bandHeight, channels: 3 } as const
  const bottom = height - bandHeight
  return sharp(band, { raw, limitInputPixels: false }).extend({ bottom, extendWith: 'repeat' })
}

const kilobyteOfExif = { IFD0: { ImageDescription: 'x'.repeat(1_000) } }

type NamedImage = readonly [name: string, bytes: Buffer]

/** Returns images up to the maximum size of their format, with no side longer than `side`. */
async function images(): Promise<readonly NamedImage[]> {
  const bounded = (most: number) => noisy(Math.min(side, most))
  const sample: readonly NamedImage[] = [
    ['plain.png', png(side, side)],
    ['progressive.jpg', await bounded(3_500).jpeg({ progressive: true }).toBuffer()],
    ['camera.jpg', await noisy(Math.min(side, 6_000), Math.min(side, 4_000)).jpeg({ progressive: true }).toBuffer()],
    ['rotated.jpg', await noisy(side).jpeg({ quality: 50 }).withMetadata({ orientation: 6 }).toBuffer()],
    ['lossless.webp', await bounded(3_000).webp({ lossless: true, effort: 0 }).toBuffer()],
  ]
  if (!full) return sample
  const frames = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      noisy(700 + index)
        .png()
        .toBuffer(),
    ),
  )
  const animation = sharp(frames, { join: { animated: true } })
  return [
    ...sample,
    ['interlaced.png', await bounded(3_600).png({ progressive: true, compressionLevel: 1 }).toBuffer()],
    ['baseline.jpg', await noisy(side).jpeg({ quality: 50 }).toBuffer()],
    ['lossy.webp', await bounded(4_000).webp({ effort: 0 }).toBuffer()],
    ['animated.gif', await animation.clone().gif({ effort: 1 }).toBuffer()],
    ['small.avif', await noisy(900).avif({ effort: 0 }).toBuffer()],
    ['noisy.png', await bounded(5_000).png({ compressionLevel: 1 }).toBuffer()],
    ['progressive-444.jpg', await bounded(2_400).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()],
    ['described.webp', await bounded(1_600).webp({ effort: 0 }).withExif(kilobyteOfExif).toBuffer()],
    ['animated.webp', await animation.clone().webp({ effort: 0 }).toBuffer()],
    ['large.avif', await noisy(1_600).avif({ effort: 0 }).toBuffer()],
    ['plain.tiff', await bounded(5_000).tiff({ compression: 'lzw' }).toBuffer()],
  ]
}

/** Images that are rejected by the estimate or, for `lossless.webp`, only by the check in the image process. */
async function rejectedImages(): Promise<readonly NamedImage[]> {
  const sample: readonly NamedImage[] = [
    ['described.webp', await noisy(2_500).webp({ effort: 0 }).withExif(kilobyteOfExif).toBuffer()],
  ]
  if (!full) return sample
  return [
    ...sample,
    ['lossless.webp', await noisy(5_500).webp({ lossless: true, effort: 0 }).toBuffer()],
    ['progressive.jpg', await noisy(5_500).jpeg({ progressive: true }).toBuffer()],
    ['interlaced.png', await noisy(5_500).png({ progressive: true, compressionLevel: 1 }).toBuffer()],
    ['wide.tiff', await noisy(40_000, 1_000).tiff({ compression: 'lzw' }).toBuffer()],
  ]
}

/**
 * Returns the resident bytes of a process and its children on Linux. Shared pages, such as those of Node
 * itself, count once.
 */
function residentBytes(pid: number): number {
  const resident = (id: string) => {
    const share = /^Pss:\s+(\d+) kB$/m.exec(readText(`/proc/${id}/smaps_rollup`))?.[1]
    return Number(share ?? 0) * 1_024
  }
  const command = readText(`/proc/${pid}/cmdline`)
  // Between fork and exec, a child shares the pages of its parent.
  const own = (id: string) => id !== '' && readText(`/proc/${id}/cmdline`) !== command
  const children = readText(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(own)
  return [String(pid), ...children].reduce((sum, id) => sum + resident(id), 0)
}

/** Returns an empty string when the process has ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The milliseconds between measurements, each of which takes processor time for all pages of the processes. */
const interval = full ? 20 : 60

/** Measures the memory repeatedly. Returns a function that stops and returns the maximum. */
function peakOf({ pid }: { readonly pid: number }): () => number {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, residentBytes(pid))), interval)
  return () => {
    clearInterval(timer)
    return most
  }
}

it.skipIf(process.platform !== 'linux')(
  `the server needs bounded memory for six images at once, ${side} pixels wide (R18)`,
  { timeout: 1_200_000 },
  async () => {
    const service = await startService(projectFolder(), sqliteDatabase().connection)
    const upload = (name: string, bytes: Buffer) => {
      const { body, contentType } = multipart([{ name: 'files', filename: name, value: bytes }])
      const headers = { 'content-type': contentType }
      return fetch(`${service.url}/api/upload`, { method: 'POST', body: new Uint8Array(body), headers })
    }
    expect((await service.ask('GET /api/tags')).status).toBe(200)
    const before = residentBytes(service.pid)
    expect((await upload('warm.png', png(300, 300))).status).toBe(200)
    const measure = async ([name, bytes]: NamedImage) => {
      const peak = peakOf(service)
      const responses = await Promise.all(Array.from({ length: atOnce }, () => upload(name, bytes)))
      const grown = peak() - before
      process.stdout.write(`${name}: ${atOnce} at once, at most ${(grown / 1e6).toFixed(0)} MB more\n`)
      expect.soft(grown, name).toBeLessThan(bound)
      return Promise.all(responses.map(async (response) => `${response.status} ${await response.text()}`))
    }
    for (const image of await images()) {
      for (const response of await measure(image)) expect.soft(response, image[0]).toMatch(/^200 /)
    }
    for (const image of await rejectedImages()) {
      for (const response of await measure(image)) expect.soft(response, image[0]).toMatch(/^400 .*upload\.imageMemory/)
    }
  },
)
