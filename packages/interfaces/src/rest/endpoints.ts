import type { Entries } from '@content-api/core/entries/entries'
import type { PermittedRequest } from '@content-api/core/entries/request'
import { dataOf, withContentTypeHint } from '@content-api/core/message/body'
import type { JsonText } from '@content-api/engine/plan'
import type { Action } from '@content-api/core/query/plan-context'

/** The input of an operation. */
export interface Call {
  readonly entries: Entries
  readonly request: PermittedRequest
  /** The id in the path; 0 if there is none. */
  readonly id: number
  /** The parsed body; undefined for methods without one. */
  readonly body: unknown
  readonly contentType: string | undefined
}

export interface EndpointOperation {
  /** The action that the caller must be allowed to do. */
  readonly action: Action
  readonly hasBody: boolean
  /** The body may be a form with files (`rest/entry-form.ts`). */
  readonly acceptsForm?: true
  /** Whether the response has the header `Entry-Version`, unless it holds several entries. */
  readonly versioned?: true
  /** Whether the header `If-Match` applies. */
  readonly matches?: true
  /** Returns the body of the response as JSON text, followed by the version if the request is `versioned`. */
  readonly run: (call: Call) => Promise<JsonText>
}

/** The operations of a path, by method. */
export type Endpoint = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', EndpointOperation>>>

type Run = EndpointOperation['run']

const withoutBody = (action: Action, run: Run): EndpointOperation => ({ action, hasBody: false, run })
const withBody = (action: Action, run: Run): EndpointOperation => ({ action, hasBody: true, run })

/** An operation with the attributes of an entry in `data` of the body. */
const withData = (action: Action, run: Run): EndpointOperation => ({ action, hasBody: true, acceptsForm: true, run })

const versioned = (operation: EndpointOperation): EndpointOperation => ({ ...operation, versioned: true })
const matching = (operation: EndpointOperation): EndpointOperation => ({ ...operation, matches: true })

const data = ({ body, contentType }: Call) => dataOf(body, contentType)

/** REST publishes new entries unless the body says `publishedAt: null`. */
const published = { publishByDefault: true }

export const collection: Endpoint = {
  GET: withoutBody('find', ({ entries, request }) => entries.find(request)),
  POST: versioned(withData('create', async (call) => call.entries.create(call.request, data(call), published))),
}

export const entry: Endpoint = {
  GET: versioned(withoutBody('findOne', ({ entries, request, id }) => entries.findOne(request, id))),
  PUT: matching(versioned(withData('update', async (call) => call.entries.update(call.request, call.id, data(call))))),
  DELETE: matching(withoutBody('delete', ({ entries, request, id }) => entries.remove(request, id))),
}

export const single: Endpoint = {
  GET: versioned(withoutBody('find', ({ entries, request }) => entries.findSingle(request))),
  PUT: matching(
    versioned(withData('update', async (call) => call.entries.updateSingle(call.request, data(call), published))),
  ),
  DELETE: matching(withoutBody('delete', ({ entries, request }) => entries.removeSingle(request))),
}

/** The body and the response contain the attributes of the entry directly, without `data`. */
const localizationsOf = (idOf: (call: Call) => number | null): Endpoint => ({
  POST: withBody('createLocalization', (call) =>
    withContentTypeHint(call.body, call.contentType, () =>
      call.entries.createLocalization(call.request, idOf(call), call.body),
    ),
  ),
})

export const entryLocalizations = localizationsOf(({ id }) => id)
export const singleLocalizations = localizationsOf(() => null)
