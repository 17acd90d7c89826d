import { useState } from 'react'

interface FilePictureProps {
  /** The address of the picture; null for a file that isn't an image. */
  readonly source: string | null
  readonly name: string
}

/**
 * A small picture of a file, or the extension of its name. It has no alternative text, because the name is
 * beside it.
 */
export function FilePicture({ source, name }: FilePictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (source === null || source === broken) {
    return (
      <span className="file-picture" aria-hidden="true">
        {extensionOf(name)}
      </span>
    )
  }
  return (
    <span className="file-picture">
      <img src={source} alt="" loading="lazy" onError={() => setBroken(source)} />
    </span>
  )
}

const extensionOf = (name: string): string => /\.(\w{1,6})$/.exec(name)?.[1] ?? 'file'
