import { useRuntimeConfig } from 'nuxt/app'

/** A resized copy of an image. */
export interface ImageFormat {
  readonly url: string
  readonly width: number
}

/** The copies of an image by the names of their formats. */
export type ImageFormats = Readonly<Record<string, ImageFormat>>

/** The members of a media file that an image needs. */
interface ImageFile {
  readonly url: string
  readonly alternativeText?: string | null
  readonly formats?: unknown
}

/** The attributes of `NuxtImg` for a media file. */
export interface MediaImage {
  readonly provider: 'contentApi'
  readonly src: string
  readonly alt: string
  readonly modifiers: { readonly formats: ImageFormats | null; readonly service: string }
}

/**
 * Returns the attributes of `NuxtImg` for a media file, whose formats become the sizes of the image:
 * `<NuxtImg v-bind="mediaImage(article.cover)" sizes="100vw md:400px" />`.
 */
export const mediaImage = ({ url, alternativeText, formats }: ImageFile): MediaImage => ({
  provider: 'contentApi',
  src: url,
  alt: alternativeText ?? '',
  // Services without image processing omit formats.
  modifiers: { formats: (formats ?? null) as ImageFormats | null, service: useRuntimeConfig().public.contentApi.url },
})
