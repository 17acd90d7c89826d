import { mediaURL } from '@content-api/sdk/media'
import type { ImageFormats } from './media-image.js'

interface Modifiers {
  readonly width?: number | string
  /** The address of the content service. */
  readonly service?: string
  readonly formats?: ImageFormats | null
}

/** Returns the file of the smallest format that has the width, and otherwise the original. */
export function imageURL(src: string, { width, formats, service = '' }: Modifiers): string {
  const wanted = Number(width)
  const wideEnough = Object.values(formats ?? {}).filter((format) => format.width >= wanted)
  const [smallest] = wideEnough.toSorted((a, b) => a.width - b.width)
  return mediaURL(smallest ?? { url: src }, service)
}

/**
 * The provider `contentApi` of `@nuxt/image`: see `mediaImage`. Nitro also bundles it, which allows no
 * imports of Nuxt.
 */
export default () => ({
  getImage: (src: string, { modifiers = {} }: { readonly modifiers?: Modifiers }) => ({
    url: imageURL(src, modifiers),
  }),
})
