export interface SeedRow extends Readonly<Record<string, unknown>> {
  readonly id: number
}

export interface SeedFile {
  readonly id: number
  readonly name: string
  readonly width: number
  readonly height: number
  readonly rgb: readonly [number, number, number]
  readonly alternativeText: string | null
  readonly caption: string | null
}

/** The sizes of the smaller formats of an image, and the bytes of the recorded ones. */
const forms: Readonly<Record<string, Readonly<Record<string, readonly [number, number, number]>>>> = {
  'wide.png': {
    large: [1000, 667, 3780],
    medium: [750, 500, 2485],
    small: [500, 333, 1401],
    thumbnail: [234, 156, 579],
  },
  'small.png': { thumbnail: [234, 156, 579] },
}

const kilobytes: Readonly<Record<string, number>> = { 'wide.png': 1.05, 'small.png': 0.17, 'avatar.png': 0.12 }

/**
 * Returns the record of a file with the recorded sizes: they depend on the encoder. No exchange compares the
 * bytes.
 */
export function seedFile({ id, name, width, height, alternativeText, caption }: SeedFile): SeedRow {
  const stem = name.replace('.png', '')
  const hash = `${stem}_${String(id).padStart(10, '0')}`
  const common = { ext: '.png', mime: 'image/png' }
  const formats = Object.entries(forms[name] ?? {}).map(([form, [formWidth, formHeight, bytes]]) => [
    form,
    {
      name: `${form}_${name}`,
      hash: `${form}_${hash}`,
      ...common,
      path: null,
      width: formWidth,
      height: formHeight,
      size: Math.round(bytes / 10) / 100,
      sizeInBytes: bytes,
      url: `/uploads/${form}_${hash}.png`,
    },
  ])
  return {
    id,
    name,
    alternativeText,
    caption,
    width,
    height,
    formats: formats.length === 0 ? null : Object.fromEntries(formats),
    hash,
    ...common,
    size: kilobytes[name] ?? 0,
    url: `/uploads/${hash}.png`,
    provider: 'local',
  }
}
