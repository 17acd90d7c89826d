/** The members of a media file that this module reads, in either shape of the client. */
interface MediaLike {
  readonly url: string
  readonly width?: number | null
  /** Formats by name, each with its `url` and `width`. GraphQL types declare it as JSON. */
  readonly formats?: unknown
}

interface Format {
  readonly url: string
  readonly width: number
}

/** Services without image processing omit formats. Others may add formats that are not images. */
function isFormat(value: unknown): value is Format {
  const { url, width } = (value ?? {}) as Partial<Format>
  return typeof url === 'string' && typeof width === 'number'
}

const formatsOf = ({ formats }: MediaLike): Record<string, Format> =>
  Object.fromEntries(Object.entries(formats ?? {}).filter((named): named is [string, Format] => isFormat(named[1])))

type MediaEntry = MediaLike | { readonly attributes: MediaLike }

const fieldsOf = (media: MediaEntry): MediaLike => ('attributes' in media ? media.attributes : media)

/** Returns an absolute URL. URLs with a scheme or a host stay; paths are resolved against `baseURL`. */
function absolute(url: string, baseURL: string): string {
  if (typeof url !== 'string') throw new TypeError(`the url of a media file is ${typeof url}, not a string`)
  return /^([a-z][a-z\d+.-]*:|\/\/)/i.test(url) ? url : `${baseURL.replace(/\/$/, '')}/${url.replace(/^\//, '')}`
}

/**
 * Escapes a URL for `srcset`. White space and a trailing comma would end the URL. Commas inside it stay,
 * because `data:` URLs and image services use them.
 */
const inSrcset = (url: string) => {
  let end = url.length
  while (url[end - 1] === ',') end--
  return url.slice(0, end).replaceAll(/\s/g, encodeURIComponent) + '%2C'.repeat(url.length - end)
}

/**
 * Returns the URL of a file or, if the file has it, of one of its formats (`'thumbnail'`, `'small'` …). A
 * path is resolved against `baseURL`.
 *
 * @throws TypeError when the file has no URL
 *
 * @example
 * ```ts
 * import { mediaURL } from '@content-api/sdk/media'
 *
 * const cover = { url: '/uploads/a.png', width: 800, formats: { small: { url: '/uploads/small_a.png', width: 400 } } }
 * console.log(mediaURL(cover, 'https://cms.example.org', 'small')) // https://cms.example.org/uploads/small_a.png
 * ```
 */
export function mediaURL(media: MediaEntry, baseURL: string, format?: string): string {
  const fields = fieldsOf(media)
  return absolute((format && formatsOf(fields)[format]?.url) || fields.url, baseURL)
}

/**
 * Returns the `srcset` of an image: its formats and the image itself, by width. Returns an empty string for
 * other files.
 *
 * @example
 * ```ts
 * import { srcset } from '@content-api/sdk/media'
 *
 * const cover = { url: '/uploads/a.png', width: 800, formats: { small: { url: '/uploads/small_a.png', width: 400 } } }
 * console.log(srcset(cover, 'https://cms.example.org')) // …/small_a.png 400w, …/a.png 800w
 * ```
 */
export function srcset(media: MediaEntry, baseURL: string): string {
  const fields = fieldsOf(media)
  const { url, width } = fields
  const sizes = [...Object.values(formatsOf(fields)), { url, width }].filter(
    (size) => isFormat(size) && size.width > 0,
  ) as Format[]
  return sizes
    .toSorted((a, b) => a.width - b.width)
    .map((size) => `${inSrcset(absolute(size.url, baseURL))} ${size.width}w`)
    .join(', ')
}
