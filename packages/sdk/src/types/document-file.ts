import type { MediaAttributes } from './media-file.js'
import type { Strapi5 } from './strapi5.js'

/** The attributes of a file of the media library of Strapi 5. */
export interface DocumentFileAttributes extends MediaAttributes {
  documentId: string
  publishedAt: string
  /** The point that a crop should show, in percent. Absent in earlier versions of Strapi 5. */
  focalPoint?: { readonly x: number; readonly y: number } | null
}

/** A file of the media library of Strapi 5. It has no drafts, so that its `id` doesn't change. */
export interface DocumentFile extends Strapi5 {
  readonly identity: { id: number; documentId: string }
  readonly attributes: DocumentFileAttributes
  readonly links: {}
}
