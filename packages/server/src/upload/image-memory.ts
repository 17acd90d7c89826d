import type { Metadata } from 'sharp'

/**
 * Bytes per pixel that libvips and the codecs hold of a whole image, measured with 99.8 megapixels by the growth of the resident
 * set (sharp 0.35): WebP 7.7, progressive JPEG 3.1, interlaced PNG 3.3 with three bytes per pixel. Baseline JPEG, plain PNG and
 * TIFF are processed line by line and took 29 to 66 MB, whatever their size.
 */
const perPixel = { webp: 8, heif: 8, gif: 8, progressiveJpeg: 3.2 } as const

/** Bytes that an image holds in memory while it is read. */
export function heldBytes(metadata: Metadata): number {
  const { format, isProgressive, orientation = 1 } = metadata
  const pixels = pixelsOf(metadata)
  const decoded = pixels * bytesPerPixel(metadata)
  if (format === 'webp' || format === 'heif' || format === 'gif') return pixels * perPixel[format]
  // An image is turned after all of it has been read.
  const turned = orientation > 1 ? decoded : 0
  if (!isProgressive) return turned
  return turned + (format === 'jpeg' ? pixels * perPixel.progressiveJpeg : decoded * 1.1)
}

/** Bytes that a palette of PNG (4.8 per pixel), or the optimal Huffman tables of JPEG (6), take besides. */
export function refinementBytes(metadata: Metadata): number {
  const { format } = metadata
  if (format === 'png') return pixelsOf(metadata) * 5
  return format === 'jpeg' ? pixelsOf(metadata) * 6 : 0
}

/** Of all frames: `height` is theirs together. */
const pixelsOf = ({ width, height }: Metadata) => width * height

const bytesPerPixel = ({ channels, depth }: Metadata) => channels * (depth === 'uchar' || depth === 'char' ? 1 : 2)
