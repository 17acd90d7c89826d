import { mediaURL } from '@content-api/sdk/media'

type Data = Record<string, unknown>

/** Members of media files that no other object with a `url` has. A populate may select some of them only. */
const MEDIA_MEMBERS = ['mime', 'hash', 'formats', 'ext']

/**
 * Returns a copy of an entry in which the addresses of media files and their formats are absolute. Files are
 * recognised by their other members, or by a path below `/uploads/`.
 */
export function withAbsoluteURLs(entry: Readonly<Data>, baseURL: string): Data {
  const { url } = entry
  const copy: Data = {}
  for (const [name, value] of Object.entries(entry)) copy[name] = absolute(value, baseURL)
  if (typeof url === 'string' && isMedia(entry, url)) copy['url'] = mediaURL({ url }, baseURL)
  return copy
}

function absolute(value: unknown, baseURL: string): unknown {
  if (Array.isArray(value)) return value.map((item) => absolute(item, baseURL))
  return typeof value === 'object' && value !== null ? withAbsoluteURLs(value as Data, baseURL) : value
}

const isMedia = (entry: Readonly<Data>, url: string): boolean =>
  url.startsWith('/uploads/') || MEDIA_MEMBERS.some((name) => Object.hasOwn(entry, name))
