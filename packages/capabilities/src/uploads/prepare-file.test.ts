import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../../../tests/support/png.js'
import { parseConfig } from '@content-api/core/config/parse'
import type { UploadConfig } from '@content-api/core/config/upload'
import type { FileType } from './file-types.js'
import { type Images, openImages } from './images.js'
import { localFolder } from './local-folder.js'
import { prepareFile, typeOf } from './prepare-file.js'

let folder: string
const withMemory = (imageMemory: number) =>
  openImages({ maxPixels: 10_000_000, imageMemory, storeUnprocessedImages: false })
const images: Images = withMemory(120_000_000)
const withoutLibrary = openImages({
  maxPixels: 10_000_000,
  imageMemory: 120_000_000,
  storeUnprocessedImages: true,
  process: { findLibrary: () => null },
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-prepare-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0

async function prepare(bytes: Buffer, name: string, upload: Partial<UploadConfig> = {}, withImages = images) {
  const path = join(folder, String(count++))
  await writeFile(path, bytes)
  const head = new Uint8Array(bytes.subarray(0, 65_536))
  const file = { field: 'files', name, path, type: 'text/plain', size: bytes.length, head }
  const config = { ...parseConfig({}).upload, ...upload }
  const options = { config, provider: localFolder(folder), images: withImages }
  return prepareFile(file, await typeOf(file, options), { name, hash: 'a_0123456789' }, options)
}

/** An image of noise. The higher `sigma`, the less can encoders compress it, and the longer do they take. */
const noise = (width: number, height: number, sigma = 60) =>
  sharp({
    create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma } },
  })

describe('images', () => {
  it('are encoded again without camera metadata, and rotated upright', async () => {
    const photo = await noise(40, 20)
      .jpeg({ quality: 100 })
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer()
    const turned = await sharp(photo).keepExif().withMetadata({ orientation: 6 }).toBuffer()
    const { content, stored } = await prepare(turned, 'photo.jpg')
    expect([content.width, content.height]).toEqual([20, 40])
    expect(stored[0]?.content.size).toBeLessThan(turned.length)
    const written = await sharp(stored[0]?.content.path).metadata()
    expect([written.exif, written.orientation]).toEqual([undefined, undefined])
  })

  it('of a camera are accepted with the default limits: a progressive JPEG of 19 megapixels', {
    timeout: 120_000,
  }, async () => {
    const band = await noise(5_824, 64).raw().toBuffer()
    const photo = await sharp(band, { raw: { width: 5_824, height: 64, channels: 3 } })
      .extend({ bottom: 3_195, extendWith: 'repeat' })
      .jpeg({ progressive: true, quality: 60 })
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer()
    const { content, stored } = await prepare(photo, 'photo.jpg', {}, openImages(parseConfig({}).upload))
    expect(content).toMatchObject({ width: 5_824, height: 3_259 })
    expect(Object.keys(content.formats ?? {})).toEqual(['large', 'medium', 'small', 'thumbnail'])
    expect((await sharp(stored[0]?.content.path).metadata()).exif).toBeUndefined()
  })

  describe('over upload.imageMemory', () => {
    const jpeg = { mime: 'image/jpeg', title: 'a JPEG image', extensions: ['jpg'], content: [] }
    const webp = { mime: 'image/webp', title: 'a WebP image', extensions: ['webp'], content: [] }
    const large = () => noise(2_000, 1_500)
    const named = { IFD0: { Copyright: 'somebody' } }

    async function optimize(type: FileType, bytes: Buffer) {
      const from = join(folder, String(count++))
      await writeFile(from, bytes)
      const sparing = withMemory(16_000_000)
      return { from, written: await sparing.optimize(type, from, `${from}-main`) }
    }

    it('keep only the orientation as metadata when they are rotated JPEG images', async () => {
      const photo = await large().jpeg().withExif(named).toBuffer()
      const turned = await sharp(photo).keepExif().withMetadata({ orientation: 6 }).toBuffer()
      expect(turned.includes('somebody')).toBe(true)
      const { written } = await optimize(jpeg, turned)
      expect([written?.width, written?.height]).toEqual([1_500, 2_000])
      const { exif, orientation, width } = await sharp(written?.path).metadata()
      expect([exif?.includes('somebody'), orientation, width]).toEqual([false, 6, 2_000])
    })

    it('are stored unchanged when they have no metadata', async () => {
      const image = await large().webp({ effort: 0 }).toBuffer()
      const { from, written } = await optimize(webp, image)
      expect(written).toEqual({ path: from, width: 2_000, height: 1_500, size: image.length })
    })

    it('are rejected when they have metadata', async () => {
      const image = await large().webp({ effort: 0 }).withExif(named).toBuffer()
      await expect(optimize(webp, image)).rejects.toThrow('upload.imageMemory (16 MB)')
    })
  })

  it('are stored unchanged without sizeOptimization', async () => {
    const image = png(300, 200)
    const { content, stored } = await prepare(image, 'a.png', { sizeOptimization: false })
    expect(stored[0]?.content.size).toBe(image.length)
    expect([content.width, content.height, Object.keys(content.formats ?? {})]).toEqual([300, 200, ['thumbnail']])
  })

  it('get the configured formats in their proportions', async () => {
    const { content } = await prepare(png(100, 2_000), 'tall.png', { breakpoints: { huge: 5_000, page: 1_600 } })
    const sizes = Object.entries(content.formats ?? {}).map(([form, { width, height }]) => [form, width, height])
    expect(sizes).toEqual([
      ['page', 80, 1_600],
      ['thumbnail', 8, 156],
    ])
  })

  it('are rejected when their formats need too much memory', async () => {
    const little = withMemory(20_000_000)
    const progressive = await noise(3_000, 2_000, 4).jpeg({ progressive: true }).toBuffer()
    await expect(prepare(progressive, 'a.jpg', {}, little)).rejects.toThrow(/ than upload\.imageMemory \(20 MB\)/)
    const baseline = await noise(400, 300).jpeg().toBuffer()
    expect((await prepare(baseline, 'a.jpg', {}, little)).content.width).toBe(400)
  })

  it('keep their animation frames', async () => {
    const frames = await Promise.all(
      ['red', 'green'].map((background) =>
        sharp({ create: { width: 300, height: 300, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { content, stored } = await prepare(gif, 'a.gif')
    expect([content.width, content.height]).toEqual([300, 300])
    const thumbnail = stored.find(({ key }) => key.startsWith('thumbnail'))
    expect((await sharp(thumbnail?.content.path, { animated: true }).metadata()).pages).toBe(2)
    expect(content.formats?.['thumbnail']).toMatchObject({ width: 156, height: 156 })
  })

  it('are stored with their size and without formats when the library is not installed and the configuration allows it', async () => {
    const { content, stored } = await prepare(png(1_200, 800), 'wide.png', {}, withoutLibrary)
    expect(content).toMatchObject({ width: 1_200, height: 800, formats: null })
    expect(stored).toHaveLength(1)
    const bomb = png(20_000, 10_000, [0, 0, 0], 1)
    await expect(prepare(bomb, 'bomb.png', {}, withoutLibrary)).rejects.toThrow('at most 100000000 are allowed')
  })

  it("are rejected when they can't be decoded", async () => {
    await expect(prepare(png(300, 200).subarray(0, 50), 'cut.png')).rejects.toThrow("can't be read as one")
  })

  /** Writes to this device of Linux fail as on a full disk. */
  const fullDisk = '/dev/full'

  it.runIf(existsSync(fullDisk)).each(['main', 'thumbnail'])('get 507 if the disk is full: %s', async (written) => {
    const photo = await noise(400, 300).jpeg().toBuffer()
    await symlink(fullDisk, join(folder, `${count}-${written}`))
    await expect(prepare(photo, 'photo.jpg')).rejects.toMatchObject({ status: 507 })
  })
})
