import { parseDocument } from '@content-api/interfaces/graphql/parse-document'
import type { ContentType, Registry } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { hasMarks, type JsonText, type Member, objectOf } from '@content-api/engine/plan'
import {
  type DocumentNode,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  specifiedRules,
  validate,
} from 'graphql'
import type { Config } from '@content-api/core/config/schema'
import type { Caller } from '@content-api/core/entries/caller'
import type { EntryReads } from '@content-api/core/entries/read-entries'
import { nullIfMissing, permit } from '@content-api/core/entries/request'
import type { OperationParameters } from '@content-api/interfaces/graphql/http/parameters'
import { createDocumentCache } from '@content-api/interfaces/graphql/document-cache'
import { type Operation, readOperation } from '@content-api/interfaces/graphql/execute/operation'
import { planKey } from '@content-api/interfaces/graphql/execute/plan-key'
import { type FieldBudget, RequestBudget } from '@content-api/interfaces/graphql/plan/budget'
import { collectFields, type SelectedField } from '@content-api/interfaces/graphql/plan/collect-fields'
import { documentArguments } from '@content-api/interfaces/graphql/plan/select-scope'
import { countLimits, depthLimit } from '@content-api/interfaces/graphql/validation-rules'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { leftToStrapi } from '../left-to-strapi.js'
import { planDocumentField } from './plan/plan-document-field.js'
import { createDocumentSchema } from './schema/create-document-schema.js'
import { type DocumentField, documentRootFields } from './schema/document-root-fields.js'

interface DocumentQueriesOptions {
  readonly registry: Registry
  readonly entries: EntryReads
  readonly config: Pick<Config, 'graphql' | 'limits'>
  /** Returns the context of plans, without the limits of GraphQL. */
  readonly context: (can: Can) => PlanContext
  /** The largest page; null: none. */
  readonly maxLimit: number | null
  readonly actionOf: ActionOf
}

/** Returns the action by which Strapi permits the queries of a type; null if only Strapi answers them. */
type ActionOf = (action: 'find' | 'findOne', type: ContentType) => string | null

/** Runs the queries of a request. */
export type RunDocumentQueries = (parameters: OperationParameters, caller: Caller) => Promise<JsonText>

/** What the ids of documents consist of. Strapi makes them of letters and digits, and projects may make others. */
const plainId = /^[\w-]{1,100}$/

/**
 * Returns a function that runs the queries of a request, as Strapi 5.54 does, and returns the text of the
 * response. It throws instead of returning a response with errors, which Strapi words itself.
 *
 * @throws ApiError, LeftToStrapi, GraphQLError
 */
export function createDocumentQueries(options: DocumentQueriesOptions): RunDocumentQueries {
  const { registry, entries, config, context, maxLimit, actionOf } = options
  const { defaultLimit, depthLimit: depth, aliasLimit, tokenLimit } = config.graphql.config
  const schema = createDocumentSchema(registry)
  const fields = new Map(documentRootFields(registry).map((field) => [field.name, field]))
  // Strapi has no limit of entries. Estimates of costs limit what is read here.
  const limits = {
    entries: Number.POSITIVE_INFINITY,
    conditions: config.limits.filterConditions,
    queryCost: config.limits.queryCost,
  }
  const rules = [...specifiedRules, depthLimit(depth), countLimits(aliasLimit), NoSchemaIntrospectionCustomRule]
  const documents = createDocumentCache()

  const documentOf = (text: string): DocumentNode => {
    const known = documents.get(text)
    if (known) return known
    const document = parseDocument(text, tokenLimit)
    const [error] = validate(schema, document, rules, { maxErrors: 1 })
    if (error) throw error
    requireQueries(document)
    documents.set(text, document)
    return document
  }

  return async ({ query, operationName, variables }, caller) => {
    const document = documentOf(query)
    const operation = readOperation({ schema, limits: config.limits }, { document, operationName, variables })
    if ('errors' in operation) throw operation.errors[0] ?? leftToStrapi('has no operation')
    const { definition, type } = operation
    const selected = collectFields(operation.document, type, definition.selectionSet.selections)
    const inRest = context(caller.can)
    const planned = { ...inRest, limits: { ...inRest.limits, defaultLimit, maxLimit, withCount: true } }
    const budgets = new RequestBudget(limits).concurrentFields(selected.length)
    const run = async (field: SelectedField, index: number): Promise<Member> => {
      const budget = budgets[index] as FieldBudget
      try {
        if (field.name === '__typename') return [field.key, JSON.stringify(type.name)]
        const text = await readField(
          { operation, document, entries, planned, caller, actionOf, budget },
          fieldOf(field.name),
          field,
        )
        return [field.key, text ?? 'null']
      } finally {
        budget.leave()
      }
    }
    const fieldOf = (name: string): DocumentField => {
      const field = fields.get(name)
      if (!field) throw leftToStrapi(`selects ${name}`)
      return field
    }
    return objectOf([['data', objectOf(await Promise.all(selected.map(run)))]])
  }
}

/** Checks all operations of a document, because the request may name any of them. */
function requireQueries({ definitions }: DocumentNode): void {
  const isOther = definitions.some(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.operation !== OperationTypeNode.QUERY,
  )
  if (isOther) throw leftToStrapi('has another operation than queries')
}

interface FieldRun {
  readonly operation: Operation
  readonly document: DocumentNode
  readonly entries: EntryReads
  readonly planned: PlanContext
  readonly caller: Caller
  readonly actionOf: ActionOf
  readonly budget: FieldBudget
}

/** Returns the caller with the permission that Strapi requires for a root field. @throws ApiError without it */
function readerOf({ type, kind }: DocumentField, caller: Caller, actionOf: ActionOf): Caller {
  const action = actionOf(kind === 'one' ? 'findOne' : 'find', type)
  if (action === null) throw leftToStrapi(`reads ${type.uid}`)
  if (!caller.may(action)) throw new ApiError('ForbiddenError')
  return { ...caller, can: (...args) => args[1].uid === type.uid || caller.can(...args) }
}

/** Returns the text of a root field; null if there is no such document. */
async function readField(
  { operation, document, entries, planned, caller, actionOf, budget }: FieldRun,
  field: DocumentField,
  selected: SelectedField,
): Promise<JsonText | null> {
  const { kind, type } = field
  const args = documentArguments(operation.document, operation.type, selected)
  const makePlan = () =>
    budget.plan((counts) =>
      planDocumentField({ field, nodes: selected.nodes, args, document: operation.document, counts }, planned),
    )
  const text = planKey({ ...operation, source: document }, selected, 'documentId')
  const reader = readerOf(field, caller, actionOf)
  const request = permit(
    { type, caller: reader, query: { text, parameters: () => ({}) } },
    kind === 'one' ? 'findOne' : 'find',
  )
  const read = () => {
    if (kind !== 'one') {
      const operation = kind === 'single' ? 'findSingle' : 'find'
      return entries.readPlan(request, { operation, makePlan, budget })
    }
    const id = String(args['documentId'])
    if (!plainId.test(id)) throw leftToStrapi('has an unusual id of a document')
    return entries.readPlan(request, { operation: 'findOne', makePlan, id, budget })
  }
  const found = (await nullIfMissing(read()))?.text ?? null
  if (found !== null && hasMarks(found))
    throw leftToStrapi('has a row with a field that this server does not read as Strapi')
  return found
}
