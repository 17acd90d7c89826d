import type { Caller } from '../entries/caller.js'
import type { HttpRequest, HttpResponse } from '../message/message.js'

/** The input of an operation of a plugin. */
export interface ActionCall {
  readonly request: HttpRequest
  readonly caller: Caller
  /** The `:id` of the path; 0 if the path has none. */
  readonly id: number
  /** The `:name` of the path. */
  readonly name?: string
  readonly body: unknown
  readonly query: Record<string, unknown>
}

/** An operation of a plugin. Its responses have their own format (specification §1). */
export interface ActionOperation {
  /** The action that the caller must be allowed to do. */
  readonly action: string
  /** Whether every caller may do the action, which no role is granted. */
  readonly ungranted?: true
  readonly hasBody: boolean
  readonly run: (call: ActionCall) => Promise<HttpResponse>
}

export type ActionEndpoint = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', ActionOperation>>>

/** Endpoints by path below the prefix; `:id` stands for an id, `:name` for any name. */
export type ActionRoutes = Readonly<Record<string, ActionEndpoint>>
