import type { Json } from './json.js'

/** One size of an image. */
export interface MediaFormat {
  readonly name: string
  readonly url: string
  readonly width: number
  readonly height: number
  /** In kilobytes. */
  readonly size: number
  /** Absent for files that were uploaded before Strapi recorded it. */
  readonly sizeInBytes?: number
  readonly ext: string | null
  readonly mime: string
  readonly hash: string
  readonly path: string | null
}

/** The attributes of a file of the media library. */
export interface MediaAttributes {
  name: string
  alternativeText: string | null
  caption: string | null
  width: number | null
  height: number | null
  /**
   * By name, usually thumbnail, small, medium, large: a small image lacks the larger ones. Null for a file
   * without formats.
   */
  formats: { readonly [name: string]: MediaFormat | undefined } | null
  hash: string
  ext: string | null
  mime: string
  /** In kilobytes. */
  size: number
  /** Absolute, or a path under the server's address. */
  url: string
  previewUrl: string | null
  provider: string
  provider_metadata: Json
  createdAt: string
  updatedAt: string
}

/** A file of the media library (specification §2.4). */
export interface MediaFile {
  attributes: MediaAttributes
  links: object
}
