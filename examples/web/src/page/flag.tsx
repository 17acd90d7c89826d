import { mediaURL } from '@content-api/sdk/media'
import { useService } from '../service-context.js'

interface FlagProps {
  readonly flag: { readonly url: string; readonly alternativeText?: string | null; readonly formats?: unknown } | null
  /** The format of the picture to use, if it exists. */
  readonly format?: string
}

/** Shows a country's flag in a frame, uncropped. Without a picture the frame is empty. */
export function Flag({ flag, format = 'small' }: FlagProps) {
  const { baseURL } = useService()
  return (
    <span className="flag">
      {flag && <img src={mediaURL(flag, baseURL, format)} alt={flag.alternativeText ?? ''} loading="lazy" />}
    </span>
  )
}
