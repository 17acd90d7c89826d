import type { Component, ContentType } from './content-type.js'
import type { Problem } from './problem.js'

/** All content types and components of a project. Every reference between them is valid. */
export interface Registry {
  readonly contentTypes: ReadonlyMap<string, ContentType>
  readonly components: ReadonlyMap<string, Component>
  /** Parts of schema files that have no effect, such as options of plugins. */
  readonly warnings: readonly Problem[]
  /** Returns a content type by its uid. Throws a `RangeError` if there is none. */
  contentType(uid: string): ContentType
  /** Returns a component by its uid. Throws a `RangeError` if there is none. */
  component(uid: string): Component
}
