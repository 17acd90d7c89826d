import { ApiError } from '@content-api/engine/errors'
import { hasMarks } from '@content-api/engine/plan'
import type { Entries } from '@content-api/core/entries/entries'
import type { EntryReads } from '@content-api/core/entries/read-entries'
import type { GraphqlShape } from '@content-api/interfaces/graphql/contracts'
import { entryShape } from '@content-api/interfaces/graphql/entry-shape'
import { documentShape } from './graphql5/document-shape.js'
import { queriesBesideStrapi } from './graphql5/query-rules.js'
import { LeftToStrapi, leftToStrapi } from './left-to-strapi.js'
import { actionOfQuery } from './verdicts/query-actions.js'

/** Returns the shape of GraphQL beside Strapi 4, which gets the mutations. */
export const shapeBeside4 = (entries: EntryReads): GraphqlShape => entryShape({ ...entries, ...writesOfStrapi })

/** Never called, because mutations are forwarded. */
const toStrapi = () => Promise.reject(new LeftToStrapi('route', 'The document has a mutation'))

const writesOfStrapi: Omit<Entries, keyof EntryReads> = {
  planResponse: toStrapi,
  create: toStrapi,
  update: toStrapi,
  remove: toStrapi,
  updateSingle: toStrapi,
  removeSingle: toStrapi,
  runMatching: toStrapi,
  createLocalization: toStrapi,
}

/** What the ids of documents consist of. Strapi makes them of letters and digits, and projects may make others. */
const plainId = /^[\w-]{1,100}$/

/** The shape of GraphQL beside Strapi 5. */
export const shapeBeside5: GraphqlShape = documentShape({
  rules: queriesBesideStrapi,
  hasOldFields: false,
  admit(call, kind) {
    const { type, caller } = call.request
    const action = actionOfQuery(kind === 'findOne' ? 'findOne' : 'find', type)
    if (action === null) throw leftToStrapi(`reads ${type.uid}`)
    if (!caller.may(action)) throw new ApiError('ForbiddenError')
    if (kind === 'findOne' && !plainId.test(String(call.args()['documentId']))) {
      throw leftToStrapi('has an unusual id of a document')
    }
    const can: typeof caller.can = (...args) => args[1].uid === type.uid || caller.can(...args)
    return { ...call, request: { ...call.request, caller: { ...caller, can } } }
  },
  accept(text) {
    if (hasMarks(text)) throw leftToStrapi('has a row with a field that this server does not read as Strapi')
    return text
  },
})
