import type { Component, ContentType, Schema } from '../content-type.js'
import type { Report } from '../problem.js'

/** A schema that was read but not yet checked against the others. */
export interface Draft<S extends Schema = Schema> {
  readonly file: string
  readonly schema: S
  /** Names of attributes that couldn't be read: a reference to one isn't a second mistake. */
  readonly broken: ReadonlySet<string>
}

export interface DraftModel {
  readonly contentTypes: ReadonlyMap<string, Draft<ContentType>>
  readonly components: ReadonlyMap<string, Draft<Component>>
  /** uids whose file couldn't be read at all. */
  readonly unreadable: ReadonlySet<string>
}

export type ReportFor = (file: string) => Report

/** One kind of mistake that shows only when all schemas are seen together. */
export type ModelCheck = (model: DraftModel, reportFor: ReportFor) => void

export function allDrafts(model: DraftModel): readonly Draft[] {
  return [...model.contentTypes.values(), ...model.components.values()]
}
