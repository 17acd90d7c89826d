import { useRef, useState } from 'react'
import { AbortError } from '@content-api/sdk'
import { Problem } from '../page/problem.tsx'
import { useService } from '../service-context.js'

interface PictureUploadProps {
  readonly id: number
  readonly name: string
  readonly onUploaded: () => void
}

/** Uploads a picture that replaces a country's flag, and shows the progress. */
export function PictureUpload({ id, name, onUploaded }: PictureUploadProps) {
  const { api } = useService()
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController | null>(null)

  const send = async (file: File | undefined) => {
    if (!file) return
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setShare(0)
    try {
      await api.upload(file, {
        info: { alternativeText: `Picture of ${name}` },
        to: { type: 'api::country.country', id, attribute: 'flag' },
        signal: controller.signal,
        onProgress: ({ loaded, total }) => setShare(total === 0 ? 1 : loaded / total),
      })
      onUploaded()
    } catch (error) {
      if (!AbortError.is(error)) setError(error)
    } finally {
      setShare(null)
    }
  }

  return (
    <div className="picture-upload">
      {share === null ? (
        <label className="button">
          Change the picture
          <input
            type="file"
            accept="image/*"
            onChange={({ target }) => {
              void send(target.files?.[0])
              target.value = ''
            }}
          />
        </label>
      ) : (
        <div className="progress">
          <progress value={share} aria-label="Upload" />
          <span>{share < 1 ? `${Math.round(share * 100)} %` : 'Storing …'}</span>
          <button type="button" onClick={() => running.current?.abort()}>
            Cancel
          </button>
        </div>
      )}
      {error !== undefined && <Problem error={error} />}
    </div>
  )
}
