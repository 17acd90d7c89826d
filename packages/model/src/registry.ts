import type { Component, ContentType } from './content-type.js'
import type { Problem } from './problem.js'

/** All content types and components of a project, each reference between them known to hold. */
export interface Registry {
  readonly contentTypes: ReadonlyMap<string, ContentType>
  readonly components: ReadonlyMap<string, Component>
  /** What schema files hold without effect, such as options of plugins. */
  readonly warnings: readonly Problem[]
  /** Throws when there is none: references inside a registry always hold. */
  contentType(uid: string): ContentType
  /** Throws when there is none. */
  component(uid: string): Component
}
