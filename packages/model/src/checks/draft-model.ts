import type { Component, ContentType, Schema } from '../content-type.js'
import type { Report } from '../problem.js'

/** A schema that has been read but not yet checked against the others. */
export interface Draft<S extends Schema = Schema> {
  readonly file: string
  readonly schema: S
  /** The names of attributes that couldn't be read. A reference to one of them isn't reported as a second mistake. */
  readonly broken: ReadonlySet<string>
}

export interface DraftModel {
  readonly contentTypes: ReadonlyMap<string, Draft<ContentType>>
  readonly components: ReadonlyMap<string, Draft<Component>>
  /** The uids of schemas whose file couldn't be read. */
  readonly unreadable: ReadonlySet<string>
}

export type ReportFor = (file: string) => Report

/** A check that needs all schemas. */
export type ModelCheck = (model: DraftModel, reportFor: ReportFor) => void

export function allDrafts(model: DraftModel): readonly Draft[] {
  return [...model.contentTypes.values(), ...model.components.values()]
}
