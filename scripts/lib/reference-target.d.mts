import type { ConfigurationInput } from '@content-api/conformance'
import type { ContentApi, ContentApiOptions } from '@content-api/server'

interface Reference {
  readonly api: ContentApi
  readonly configuration: ConfigurationInput
  readonly close: () => Promise<void>
}

/** A target for the suite, with its configuration. */
export interface ReferenceTarget {
  readonly url: string
  /** The path of a file that contains `configuration`. */
  readonly configurationFile: string
  readonly configuration: ConfigurationInput
  readonly close: () => Promise<void>
}

export function openReference(
  options?: { readonly database?: string; readonly production?: boolean } & Pick<ContentApiOptions, 'register'>,
): Promise<Reference>
export function startReferenceTarget(options?: {
  readonly database?: string
  readonly production?: boolean
}): Promise<ReferenceTarget>
