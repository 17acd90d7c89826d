import type { MediaKind } from '@content-api/model'
import { isRecord } from '../model/is-record.js'
import type { QueryObject } from '../state/query.js'

/** A file of the media library, as in lists. */
export interface StoredFile {
  readonly id: number
  readonly name: string
  readonly alternativeText: string | null
  readonly caption: string | null
  readonly mime: string
  /** The size in kilobytes. */
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly url: string
  readonly formats: unknown
  readonly createdAt: string
}

/** The fields of files that the page loads. */
export const fileFields: readonly (keyof StoredFile)[] = [
  'name',
  'alternativeText',
  'caption',
  'mime',
  'size',
  'width',
  'height',
  'url',
  'formats',
  'createdAt',
]

type FileValues = Readonly<Partial<Record<'formats' | 'url' | 'mime', unknown>>>

/** Returns the address of the smallest picture of a file; null if it isn't an image. */
export function thumbnailOf({ formats, url, mime }: FileValues): string | null {
  const thumbnail = isRecord(formats) ? formats['thumbnail'] : null
  if (isRecord(thumbnail) && typeof thumbnail['url'] === 'string') return thumbnail['url']
  return typeof mime === 'string' && mime.startsWith('image/') && typeof url === 'string' ? url : null
}

/** Returns the kind of a file by its MIME type: `images`, `videos`, `audios`, or `files` for all others. */
export function kindOf(mime: string): MediaKind {
  return named.find((kind) => mime.startsWith(mimePrefix[kind])) ?? 'files'
}

const mimePrefix = { images: 'image/', videos: 'video/', audios: 'audio/' } as const
const named = ['images', 'videos', 'audios'] as const

/** Returns the filters for files whose name contains a text and whose kind the attribute allows. */
export function fileFilters(text: string, allowed: readonly MediaKind[]): QueryObject {
  const wanted = text.trim()
  const ofKind = (kind: (typeof named)[number]): QueryObject => ({ mime: { $startsWith: mimePrefix[kind] } })
  const kinds = allowed.includes('files')
    ? named.filter((kind) => !allowed.includes(kind)).map((kind) => ({ $not: ofKind(kind) }))
    : [{ $or: named.filter((kind) => allowed.includes(kind)).map(ofKind) }]
  const conditions = [...(wanted === '' ? [] : [{ name: { $containsi: wanted } }]), ...kinds]
  return conditions.length === 0 ? {} : { $and: conditions }
}

/** Returns the value of `accept` for `<input type="file">`. */
export function acceptOf(allowed: readonly MediaKind[]): string | undefined {
  if (allowed.includes('files')) return undefined
  return named.flatMap((kind) => (allowed.includes(kind) ? [`${mimePrefix[kind]}*`] : [])).join()
}

/** Formats a number of kilobytes. */
export function sizeText(kilobytes: number): string {
  if (kilobytes < 1) return `${Math.round(kilobytes * 1000)} B`
  return kilobytes < 1000 ? `${kilobytes.toFixed(1)} kB` : `${(kilobytes / 1000).toFixed(1)} MB`
}

/** Formats the size in pixels, for example `1600 × 900`; an empty string for a file without one. */
export const pixelsText = ({ width, height }: Pick<StoredFile, 'width' | 'height'>): string =>
  width === null || height === null ? '' : `${width} × ${height}`
