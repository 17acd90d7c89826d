import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { multipart } from '../support/multipart.js'
import { png } from '../support/png.js'
import { sqliteDatabase } from '../support/postgres.js'
import { amount, projectFolder, startService } from './service-process.js'

/** The longest side of the largest image; 9,990 in the long run, which is just below `upload.maxPixels`. */
const side = amount('IMAGE_SIDE', 4_000)
const atOnce = 6
/** The others are held in memory whole, within `upload.imageMemory`. */
const lineByLine: ReadonlySet<string> = new Set(['plain.png', 'baseline.jpg'])

const blank = (width: number) =>
  sharp({ create: { width, height: width, channels: 3, background: 'teal' }, limitInputPixels: false })

/** Each as large as it may be, or as the run makes it. */
async function images(): Promise<readonly (readonly [name: string, bytes: Buffer])[]> {
  const bounded = (most: number) => blank(Math.min(side, most))
  return [
    ['plain.png', png(side, side)],
    ['baseline.jpg', await blank(side).jpeg().toBuffer()],
    ['progressive.jpg', await bounded(6_100).jpeg({ progressive: true }).toBuffer()],
    ['interlaced.png', await bounded(6_000).png({ progressive: true }).toBuffer()],
    ['rotated.jpg', await bounded(6_300).jpeg().withMetadata({ orientation: 6 }).toBuffer()],
    ['image.webp', await bounded(3_870).webp().toBuffer()],
  ]
}

/** Resident bytes of a process and of those that it started, from Linux. */
function residentBytes(pid: number): number {
  const resident = (id: string) => {
    const pages = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${id}/status`))?.[1]
    return Number(pages ?? 0) * 1_024
  }
  const children = readText(`/proc/${pid}/task/${pid}/children`).trim().split(' ')
  return [String(pid), ...children.filter((id) => id !== '')].reduce((sum, id) => sum + resident(id), 0)
}

/** A process may have ended meanwhile. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Looks every 20 ms; returns what gives the most that was seen. */
function peakOf({ pid }: { readonly pid: number }): () => number {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, residentBytes(pid))), 20)
  return () => {
    clearInterval(timer)
    return most
  }
}

it.skipIf(process.platform !== 'linux')(
  `six images at once take bounded memory, ${side} pixels wide (R18)`,
  { timeout: 600_000 },
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
    for (const [name, bytes] of await images()) {
      const peak = peakOf(service)
      const responses = await Promise.all(Array.from({ length: atOnce }, () => upload(name, bytes)))
      expect([name, ...responses.map(({ status }) => status)]).toEqual([name, 200, 200, 200, 200, 200, 200])
      const grown = (peak() - before) / 1e6
      process.stdout.write(`${name}: ${atOnce} at once, at most ${grown.toFixed(0)} MB more\n`)
      // The process for images itself takes about 60 MB of it. WebP took 290 at the limit.
      expect(grown).toBeLessThan(lineByLine.has(name) ? 150 : 350)
    }
    const huge = await blank(4_000).webp().toBuffer()
    const rejected = await upload('huge.webp', huge)
    expect([rejected.status, await rejected.text()]).toEqual([400, expect.stringContaining('upload.imageMemory')])
  },
)
