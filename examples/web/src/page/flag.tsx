import { mediaURL } from '@content-api/sdk/media'
import { useService } from '../service-context.js'

interface FlagProps {
  readonly flag: { readonly url: string; readonly alternativeText?: string | null; readonly formats?: unknown } | null
  /** The form of the picture to take where there is one. */
  readonly format?: string
}

/** The picture of a country, whole in its frame; an empty frame without one. */
export function Flag({ flag, format = 'small' }: FlagProps) {
  const { baseURL } = useService()
  return (
    <span className="flag">
      {flag && <img src={mediaURL(flag, baseURL, format)} alt={flag.alternativeText ?? ''} loading="lazy" />}
    </span>
  )
}
