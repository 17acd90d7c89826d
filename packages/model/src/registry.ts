import type { Component, ContentType } from './content-type.js'

/** All content types and components of a project, each reference between them known to hold. */
export interface Registry {
  readonly contentTypes: ReadonlyMap<string, ContentType>
  readonly components: ReadonlyMap<string, Component>
  /** Throws when there is none: references inside a registry always hold. */
  contentType(uid: string): ContentType
  /** Throws when there is none. */
  component(uid: string): Component
}
