import { crc32, deflateSync } from 'node:zlib'

const width = 480
const height = 300

/** Red, green and blue of each part of a landscape. */
interface Palette {
  readonly sky: Colour
  readonly sun: Colour
  readonly far: Colour
  readonly near: Colour
}

type Colour = readonly [number, number, number]

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Returns the part of the landscape that a pixel shows, as an index into the palette. */
function partAt(x: number, y: number): number {
  if (y > 220 + 25 * Math.sin(x / 70)) return 3
  if (y > 170 + 40 * Math.sin(x / 45 + 2)) return 2
  return Math.hypot(x - 350, y - 80) < 35 ? 1 : 0
}

/** Draws hills under a sun as a PNG image with four colours: 2 bits a pixel, 1.2 kB. */
function landscape({ sky, sun, far, near }: Palette): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width / 4)
    for (let byte = 0; byte < width / 4; byte++) {
      const [a, b, c, d] = [0, 1, 2, 3].map((pixel) => partAt(4 * byte + pixel, y)) as [number, number, number, number]
      row[1 + byte] = (a << 6) | (b << 4) | (c << 2) | d
    }
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 2 bits a pixel; each value is an index into the palette.
  header.set([2, 3, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([sky, sun, far, near].flat())),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

interface Picture {
  readonly id: number
  readonly hash: string
  readonly alternativeText: string
  readonly png: Buffer
}

const picture = (id: number, hash: string, alternativeText: string, palette: Palette): Picture => ({
  id,
  hash,
  alternativeText,
  png: landscape(palette),
})

/** Returns the pictures of a new project. They are drawn by code, so nobody holds rights in them. */
export const starterPictures = (): readonly Picture[] => [
  picture(1, 'morning', 'Green hills in the morning', {
    sky: [255, 226, 196],
    sun: [255, 170, 80],
    far: [134, 176, 140],
    near: [64, 120, 84],
  }),
  picture(2, 'evening', 'Blue hills in the evening', {
    sky: [62, 58, 110],
    sun: [250, 214, 165],
    far: [44, 74, 120],
    near: [24, 36, 66],
  }),
]

/** Returns the import line of a picture. */
export function pictureLine({ id, hash, alternativeText, png }: Picture): unknown {
  return {
    type: 'plugin::upload.file',
    id,
    attributes: {
      name: `${hash}.png`,
      alternativeText,
      width,
      height,
      hash,
      ext: '.png',
      mime: 'image/png',
      // In kilobytes of 1,000 bytes, as for uploaded files.
      size: Math.round(png.length / 10) / 100,
      url: `/uploads/${hash}.png`,
      provider: 'local',
    },
  }
}
