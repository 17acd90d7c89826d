import type { Metadata } from 'sharp'

/** What the header of an image says, and the bytes of its file. */
export type InspectedImage = Pick<
  Metadata,
  | 'format'
  | 'width'
  | 'height'
  | 'pageHeight'
  | 'channels'
  | 'depth'
  | 'isProgressive'
  | 'orientation'
  | 'chromaSubsampling'
> & {
  readonly fileBytes: number
  /** It holds no EXIF, XMP or IPTC metadata. */
  readonly bare: boolean
}

/**
 * Estimates the bytes that libvips and the codecs hold while they read an image and write smaller forms of it. The figures come from
 * the growth of the resident set for noisy images of 9 and 100 megapixels (sharp 0.35).
 */
export function bytesToFit(image: InspectedImage): number {
  const { format, orientation = 1 } = image
  // These are shrunk while they are decoded and turned afterwards. Their files are mapped into memory.
  if (format === 'jpeg') return coefficients(image) + image.fileBytes + fixed
  if (format === 'webp') return image.fileBytes + fixed
  // An image is turned after all of it has been read.
  const whole = (image.isProgressive ? 1 : 0) + (orientation > 1 ? 1 : 0)
  return decodedBytes(image) * whole + image.width * (image.channels === 4 ? 8_500 : 6_000)
}

/** Estimates the bytes for writing an image anew, at its own size. */
export function bytesToRewrite(image: InspectedImage): number {
  const { format } = image
  if (format === 'heif') return pixelsOf(image) * 56 + fixed
  if (format === 'webp') return pixelsOf(image) * 14 + image.fileBytes + turnedBytes(image) + fixed
  const lines = image.width * 3_000
  if (format === 'jpeg') return coefficients(image) + image.fileBytes + turnedBytes(image) + lines
  return (image.isProgressive ? decodedBytes(image) : 0) + turnedBytes(image) + lines
}

/** The part of `bytesToRewrite` that turning upright takes. */
export function turnedBytes(image: InspectedImage): number {
  return (image.orientation ?? 1) > 1 ? decodedBytes(image) : 0
}

/** Estimates the bytes that a palette of PNG, optimal tables of JPEG or better compression of WebP take besides. */
export function refinementBytes(image: InspectedImage): number {
  const perPixel: Readonly<Record<string, number>> = { png: 5, jpeg: 6, webp: 10 }
  return pixelsOf(image) * (perPixel[image.format] ?? 0)
}

const fixed = 15_000_000

/** A progressive JPEG is held as two bytes for each sample. */
function coefficients({ isProgressive, chromaSubsampling = '4:2:0', channels, ...size }: InspectedImage): number {
  if (!isProgressive) return 0
  const samples = channels === 1 ? 1 : (samplesPerPixel[chromaSubsampling] ?? channels)
  return pixelsOf(size) * samples * 2
}

const samplesPerPixel: Readonly<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2 }

/** Of all frames: `height` is theirs together. */
const pixelsOf = ({ width, height }: Pick<InspectedImage, 'width' | 'height'>) => width * height

function decodedBytes(image: InspectedImage): number {
  return pixelsOf(image) * image.channels * (image.depth === 'uchar' || image.depth === 'char' ? 1 : 2)
}
