import type { ContentType, Registry } from '@content-api/model'
import { actionUid } from '@content-api/capabilities/accounts/actions'
import type { Handler } from '@content-api/core/composition/handler'
import type { EntryReads } from '@content-api/core/entries/read-entries'
import { permit } from '@content-api/core/entries/request'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { type HttpRequest, jsonResponse, joined, noteRoute, segmentsBelow } from '@content-api/core/message/message'
import { parseQueryString, type QueryStringLimits } from '@content-api/core/message/query-string'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import type { RawQuery } from '@content-api/core/query/raw-value'
import { besideStrapi, type DocumentRules } from './rest5/document-rules.js'
import { planDocument, planDocuments } from './rest5/plan-documents.js'
import { typesByName } from './rest5/types-by-name.js'
import type { ForwardReason } from './forward-reason.js'
import { LeftToStrapi } from './left-to-strapi.js'

interface DocumentReadsOptions {
  readonly registry: Registry
  readonly entries: EntryReads
  readonly context: (can: Can) => PlanContext
  /** The prefix of all paths, for example `/api`. */
  readonly prefix: string
  readonly limits: QueryStringLimits
  readonly identify: IdentifyRequest
  /** Returns why Strapi has to do an action; null if this server may. */
  readonly ofAction: (action: string) => ForwardReason | null
  /** Checks a query before it is planned. Absent: the server is beside a Strapi, which gets what can't be planned. */
  readonly check?: (type: ContentType, query: RawQuery, can: Can, isList: boolean) => void
}

/** Headers with which Strapi 5 responds in another form. */
const headersOfForms = ['strapi-response-format', 'strapi-encode-source-maps']

function besideRules(request: HttpRequest): DocumentRules {
  const header = headersOfForms.find((each) => request.header(each) !== undefined)
  if (header === undefined) return besideStrapi
  throw new LeftToStrapi('construct', `The header ${header} asks for another form`)
}

/** Returns the rules of a server without a Strapi. The header has an effect with one value only. */
export function servingRules(request: Pick<HttpRequest, 'header'>): DocumentRules {
  return { servesAll: true, form: request.header('strapi-response-format') === 'v4' ? 'v4' : 'flat' }
}

/** What the ids of documents consist of. Strapi makes them of letters and digits, and projects may make others. */
const plainId = /^[\w-]{1,100}$/

/**
 * Returns the handler of the generated `GET` routes of Strapi 5. It returns null for all other paths.
 * @throws LeftToStrapi, ApiError
 */
export function createDocumentReads(options: DocumentReadsOptions): Handler {
  const { registry, entries, context, prefix, limits, identify, ofAction, check } = options
  const types = typesByName(registry)
  return async (request) => {
    const [name = '', documentId, ...more] = segmentsBelow(prefix, request.path) ?? []
    const type = types.get(name.toLowerCase())
    const isSingle = type?.kind === 'singleType'
    if (!type || more.length > 0 || (documentId !== undefined && (isSingle || !plainId.test(documentId)))) return null
    noteRoute(request, joined(prefix, `/${name.toLowerCase()}${documentId === undefined ? '' : '/:id'}`))
    const rules = check ? servingRules(request) : besideRules(request)
    const action = documentId === undefined ? 'find' : 'findOne'
    const reason = ofAction(actionUid(action, type))
    if (reason) throw LeftToStrapi.because(reason)
    const caller = await identify(request)
    const parameters = () => parseQueryString(request.query, limits)
    const permitted = permit({ type, query: { text: `${rules.form} ${request.query}`, parameters }, caller }, action)
    const planned = context(caller.can)
    const isList = documentId === undefined && !isSingle
    const makePlan = () => {
      const raw = parameters()
      check?.(type, raw, caller.can, isList)
      return isList ? planDocuments(type, raw, planned, rules) : planDocument(type, raw, planned, rules)
    }
    const operation = documentId !== undefined ? 'findOne' : isSingle ? 'findSingle' : 'find'
    const read = { operation, makePlan, ...(documentId !== undefined && { id: documentId }) } as const
    return jsonResponse((await entries.readPlan(permitted, read)).text)
  }
}
