import { useState } from 'react'
import { kindOf } from './file.js'

interface FilePictureProps {
  /** Null for what isn't an image. */
  readonly source: string | null
  readonly mime: string
}

const marks = { images: 'Image', videos: 'Video', audios: 'Audio', files: 'File' } as const

/** A small picture of a file, or its kind where it has none. The name stands beside it, so it needs no text. */
export function FilePicture({ source, mime }: FilePictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (source === null || source === broken) {
    return (
      <span className="file-picture" aria-hidden="true">
        {mime
          .split('/')[1]
          ?.replace(/^x-|^vnd\..*\./, '')
          .slice(0, 12) || marks[kindOf(mime)]}
      </span>
    )
  }
  return (
    <span className="file-picture">
      <img src={source} alt="" loading="lazy" onError={() => setBroken(source)} />
    </span>
  )
}
