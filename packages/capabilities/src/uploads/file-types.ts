import { extname } from 'node:path'

/** A type of file that can be uploaded. */
export interface FileType {
  /** The media type in the record and in responses. */
  readonly mime: string
  /** The name of the type in messages. */
  readonly title: string
  /** The allowed extensions. Files without an extension get the first one. */
  readonly extensions: readonly string[]
  /**
   * The types that may be detected from the first bytes. Text has no signature, so its kind depends on the
   * extension.
   */
  readonly content: readonly string[]
}

const type = (mime: string, title: string, extensions: string, content: readonly string[] = [mime]): FileType => ({
  mime,
  title,
  extensions: extensions.split(' '),
  content,
})

export const text = 'text'
const markup = ['application/xml', text]

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** Many programs write archives whose first bytes don't reveal the exact type, only that it is a ZIP archive. */
const archive = (mime: string) => [mime, 'application/zip']

/** All compound files of older office programs have the same first bytes. */
const compound = ['application/x-cfb']

export const svg = type('image/svg+xml', 'an SVG image', 'svg', markup)

export const plainText = type('text/plain', 'plain text', 'txt text log', [text])

/**
 * The file types that can be uploaded. Types that browsers execute (HTML, scripts) and programs are excluded.
 * If several types have the same content, the extension decides. Files without an extension get the first of
 * these types.
 */
export const fileTypes: readonly FileType[] = [
  type('image/jpeg', 'a JPEG image', 'jpg jpeg jpe jfif'),
  type('image/png', 'a PNG image', 'png', ['image/png', 'image/apng']),
  type('image/apng', 'an animated PNG image', 'apng'),
  type('image/gif', 'a GIF image', 'gif'),
  type('image/webp', 'a WebP image', 'webp'),
  type('image/avif', 'an AVIF image', 'avif'),
  type('image/heic', 'a HEIC image', 'heic', ['image/heic', 'image/heic-sequence', 'image/heif']),
  type('image/heif', 'a HEIF image', 'heif', ['image/heif', 'image/heif-sequence', 'image/heic']),
  type('image/jxl', 'a JPEG XL image', 'jxl'),
  type('image/tiff', 'a TIFF image', 'tif tiff'),
  type('image/bmp', 'a BMP image', 'bmp'),
  type('image/x-icon', 'an icon', 'ico'),
  svg,

  type('video/mp4', 'an MP4 video', 'mp4 m4v', ['video/mp4', 'video/x-m4v']),
  type('video/webm', 'a WebM video', 'webm'),
  type('video/quicktime', 'a QuickTime video', 'mov qt'),
  type('video/matroska', 'a Matroska video', 'mkv'),
  type('video/vnd.avi', 'an AVI video', 'avi'),
  type('video/mpeg', 'an MPEG video', 'mpg mpeg', ['video/mpeg', 'video/MP1S', 'video/MP2P']),
  type('video/ogg', 'an Ogg video', 'ogv'),
  type('video/3gpp', 'a 3GPP video', '3gp', ['video/3gpp', 'video/3gpp2']),

  type('audio/mpeg', 'MP3 audio', 'mp3'),
  type('audio/mp4', 'MP4 audio', 'm4a', ['audio/mp4', 'audio/x-m4a', 'video/mp4']),
  type('audio/ogg', 'Ogg audio', 'ogg oga opus', ['audio/ogg', 'audio/ogg; codecs=opus', 'application/ogg']),
  type('audio/flac', 'FLAC audio', 'flac'),
  type('audio/wav', 'WAV audio', 'wav'),
  type('audio/aac', 'AAC audio', 'aac'),
  type('audio/aiff', 'AIFF audio', 'aif aiff'),
  type('audio/midi', 'MIDI audio', 'mid midi'),

  type('application/pdf', 'a PDF document', 'pdf'),
  type('application/rtf', 'an RTF document', 'rtf'),
  type('application/epub+zip', 'an EPUB book', 'epub', archive('application/epub+zip')),
  ...[
    [`${office}.wordprocessingml.document`, 'a Word document', 'docx'],
    [`${office}.spreadsheetml.sheet`, 'an Excel workbook', 'xlsx'],
    [`${office}.presentationml.presentation`, 'a PowerPoint presentation', 'pptx'],
    [`${openDocument}.text`, 'an OpenDocument text', 'odt'],
    [`${openDocument}.spreadsheet`, 'an OpenDocument spreadsheet', 'ods'],
    [`${openDocument}.presentation`, 'an OpenDocument presentation', 'odp'],
    [`${openDocument}.graphics`, 'an OpenDocument drawing', 'odg'],
  ].map(([mime = '', title = '', extension = '']) => type(mime, title, extension, archive(mime))),
  type('application/msword', 'an older Word document', 'doc', compound),
  type('application/vnd.ms-excel', 'an older Excel workbook', 'xls', compound),
  type('application/vnd.ms-powerpoint', 'an older PowerPoint presentation', 'ppt', compound),

  type('application/zip', 'a ZIP archive', 'zip'),
  type('application/gzip', 'a gzip archive', 'gz tgz'),
  type('application/x-tar', 'a tar archive', 'tar'),
  type('application/x-7z-compressed', 'a 7-Zip archive', '7z'),
  type('application/x-rar-compressed', 'a RAR archive', 'rar'),
  type('application/x-bzip2', 'a bzip2 archive', 'bz2'),
  type('application/x-xz', 'an XZ archive', 'xz'),
  type('application/zstd', 'a Zstandard archive', 'zst'),

  type('font/woff2', 'a WOFF2 font', 'woff2'),
  type('font/woff', 'a WOFF font', 'woff'),
  type('font/ttf', 'a TrueType font', 'ttf'),
  type('font/otf', 'an OpenType font', 'otf'),
  type('model/gltf-binary', 'a glTF model', 'glb'),
  type('model/stl', 'an STL model', 'stl', ['model/stl', text]),

  plainText,
  type('text/csv', 'a CSV table', 'csv', [text]),
  type('text/tab-separated-values', 'a TSV table', 'tsv', [text]),
  type('text/markdown', 'a Markdown text', 'md markdown', [text]),
  type('text/yaml', 'a YAML file', 'yaml yml', [text]),
  type('text/vtt', 'WebVTT subtitles', 'vtt', ['text/vtt']),
  type('application/x-subrip', 'SubRip subtitles', 'srt', [text]),
  type('text/calendar', 'a calendar', 'ics', ['text/calendar']),
  type('text/vcard', 'a contact', 'vcf', ['text/vcard']),
  type('application/json', 'JSON', 'json', [text]),
  type('application/geo+json', 'GeoJSON', 'geojson', [text]),
  type('application/xml', 'XML', 'xml', markup),
  type('application/gpx+xml', 'a GPX track', 'gpx', markup),
  type('application/vnd.google-earth.kml+xml', 'a KML map', 'kml', markup),
]

export const typesByExtension: ReadonlyMap<string, FileType> = new Map(
  fileTypes.flatMap((fileType) => fileType.extensions.map((extension) => [extension, fileType] as const)),
)

/** File types by the type detected from the content, for files without an extension. */
export const typesByContent: ReadonlyMap<string, FileType> = new Map(
  fileTypes.toReversed().flatMap((fileType) => fileType.content.map((content) => [content, fileType] as const)),
)

/** If a browser opens an uploaded file as a page, this policy blocks scripts and gives it an opaque origin. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Returns the response headers of an uploaded file, by its name. */
export function uploadHeaders(file: string, maxAge: number): Readonly<Record<string, string>> {
  return {
    'Cache-Control': `public, max-age=${maxAge}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': contentSecurityPolicy,
    // Pages of other origins may show the files of an API.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...contentHeaders(file),
  }
}

/** Returns the headers for type and disposition. A store that serves files itself can only keep these. */
export function contentHeaders(file: string): { 'Content-Type': string; 'Content-Disposition'?: 'attachment' } {
  const type = typesByExtension.get(extname(file).slice(1).toLowerCase())
  return {
    'Content-Type': type?.mime ?? 'application/octet-stream',
    ...(isShown(type) ? {} : { 'Content-Disposition': 'attachment' }),
  }
}

/** Returns whether browsers may show a file: images, videos and audio, but not SVG, which may contain scripts. */
function isShown(type: FileType | undefined): boolean {
  return type !== undefined && type !== svg && /^(image|video|audio)\//.test(type.mime)
}
