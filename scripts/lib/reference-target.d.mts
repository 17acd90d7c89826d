import type { ConfigurationInput } from '@content-api/conformance'

/** What the suite is run against, and what it has to be told of it. */
export interface ReferenceTarget {
  readonly url: string
  /** Path of a file that holds `configuration`. */
  readonly configurationFile: string
  readonly configuration: ConfigurationInput
  close(): Promise<void>
}

export function startReferenceTarget(options?: { readonly database?: string }): Promise<ReferenceTarget>
