import type { Entries } from '../entries/entries.js'
import type { EntryRequest } from '../entries/request.js'
import { ApiError } from '../errors/api-error.js'
import { mediaType } from '../message/body.js'
import type { JsonText } from '../message/json-text.js'
import { rejectPrototypeKeys } from '../message/prototype-keys.js'
import type { Action } from '../query/permissions.js'

/** The input of an operation. */
export interface Call {
  readonly entries: Entries
  readonly request: EntryRequest
  /** The id in the path; 0 if there is none. */
  readonly id: number
  /** The parsed body; undefined for methods without one. */
  readonly body: unknown
  readonly contentType: string | undefined
}

export interface Operation {
  /** The action that the caller must be allowed to do. */
  readonly action: Action
  readonly hasBody: boolean
  /** The body may be a form with files (`upload/entry-form.ts`). */
  readonly acceptsForm?: true
  /** Returns the body of the response as JSON text. */
  readonly run: (call: Call) => Promise<JsonText>
}

/** The operations of a path, by method. */
export type Endpoint = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Operation>>>

const withoutBody = (action: Action, run: Operation['run']): Operation => ({ action, hasBody: false, run })
const withBody = (action: Action, run: Operation['run']): Operation => ({ action, hasBody: true, run })

/** An operation with the attributes of an entry in `data` of the body. */
const withData = (action: Action, run: Operation['run']): Operation => ({ ...withBody(action, run), acceptsForm: true })

const data = ({ body, contentType }: Call) => dataOf(body, contentType)

/** REST publishes new entries unless the body says `publishedAt: null`. */
const published = { publishByDefault: true }

export const collection: Endpoint = {
  GET: withoutBody('find', ({ entries, request }) => entries.find(request)),
  POST: withData('create', async (call) => call.entries.create(call.request, data(call), published)),
}

export const entry: Endpoint = {
  GET: withoutBody('findOne', ({ entries, request, id }) => entries.findOne(request, id)),
  PUT: withData('update', async (call) => call.entries.update(call.request, call.id, data(call))),
  DELETE: withoutBody('delete', ({ entries, request, id }) => entries.remove(request, id)),
}

export const single: Endpoint = {
  GET: withoutBody('find', ({ entries, request }) => entries.findSingle(request)),
  PUT: withData('update', async (call) => call.entries.updateSingle(call.request, data(call), published)),
  DELETE: withoutBody('delete', ({ entries, request }) => entries.removeSingle(request)),
}

/** The body and the response contain the attributes of the entry directly, without `data`. */
export const entryLocalizations: Endpoint = {
  POST: withBody('createLocalization', ({ entries, request, id, body }) =>
    entries.createLocalization(request, id, body),
  ),
}

export const singleLocalizations: Endpoint = {
  POST: withBody('createLocalization', ({ entries, request, body }) => entries.createLocalization(request, null, body)),
}

/**
 * Returns `data` of a body (specification §4.1): an object or an array.
 * @throws ApiError if `data` is missing, with the probable reason, or if the body has a prototype key
 */
export function dataOf(body: unknown, contentType: string | undefined): unknown {
  if (isObject(body)) rejectPrototypeKeys(body)
  const data = isObject(body) && Object.hasOwn(body, 'data') ? (body as { data: unknown }).data : undefined
  if (isObject(data)) return data
  throw new ApiError('ValidationError', `Missing "data" payload in the request body${reason(body, contentType)}`)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function reason(body: unknown, contentType: string | undefined): string {
  const media = mediaType(contentType)
  if (body === undefined && media !== '' && media !== 'application/json') {
    return `. A body of type ${media.slice(0, 60)} can't be read: send application/json`
  }
  if (!isObject(body) || Array.isArray(body) || Object.keys(body).length === 0 || 'data' in body) return ''
  return '. Put the attributes into it: { "data": { … } }'
}
