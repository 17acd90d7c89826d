import type { JsonText } from '@content-api/engine/plan'
import { nullIfMissing, permit } from '@content-api/core/entries/request'
import type { GraphqlShape, SchemaShape } from '@content-api/interfaces/graphql/contracts'
import type { GeneratedOperation, RootCall } from '@content-api/interfaces/graphql/execute/generated-operation'
import { type ExampleForm, exampleQuery } from '@content-api/interfaces/graphql/http/example-query'
import { documentScalars } from './document-scalars.js'
import { rejectionOf } from './plan/document-form.js'
import { type DocumentQuery, planDocumentField, planDocumentRecord } from './plan/plan-document-field.js'
import type { DocumentQueryRules } from './query-rules.js'
import { type DocumentSchemaOptions, generateDocumentSchema } from './schema/generate-document-schema.js'

interface DocumentShapeOptions extends DocumentSchemaOptions {
  readonly rules: DocumentQueryRules
  /** Checks a query before it is planned, and returns the call that is permitted. @throws ApiError */
  readonly admit: (call: RootCall, kind: DocumentQuery) => RootCall
  /** Checks the text of a query. */
  readonly accept: (text: JsonText) => JsonText
  /** The mutations; none beside a running Strapi. */
  readonly writes?: GraphqlShape['operations']
}

const documentExample: ExampleForm = {
  entry: (attributes) => [{ name: 'documentId' }, ...attributes],
  linked: (attributes) => attributes,
  path: [],
}

/** Returns the schema of Strapi 5. */
export const documentSchema = (options: DocumentSchemaOptions): SchemaShape => ({
  generateSchema: (registry, shadow, additional) => generateDocumentSchema(registry, shadow, additional, options),
  createScalars: documentScalars,
})

/** Returns the shape of Strapi 5: flat documents by their ids, with status and locale. */
export function documentShape(options: DocumentShapeOptions): GraphqlShape {
  const { rules, writes = {} } = options
  return {
    ...documentSchema(options),
    operations: {
      findOne: readOf(options, 'findOne'),
      findSingle: readOf(options, 'findSingle'),
      find: readOf(options, 'find'),
      findConnection: readOf(options, 'findConnection'),
      ...writes,
    },
    idArgument: 'documentId',
    planRecord: (request, context) => planDocumentRecord(request, context, rules),
    missing: () => 'null',
    exampleQuery: (schema, registry) => exampleQuery(schema, registry, documentExample),
  }
}

function readOf({ rules, admit, accept }: DocumentShapeOptions, kind: DocumentQuery): GeneratedOperation {
  return async (call) => {
    const { entries, request, args, plan, budget } = admit(call, kind)
    const permitted = permit(request, kind === 'findOne' ? 'findOne' : 'find')
    const makePlan = () => explained(rules, () => plan((...planned) => planDocumentField(kind, ...planned, rules)))
    const operation = kind === 'findConnection' ? 'find' : kind
    const id = kind === 'findOne' ? { id: String(args()['documentId']) } : {}
    const found = await nullIfMissing(entries.readPlan(permitted, { operation, makePlan, budget, ...id }))
    return found && { text: accept(found.text), output: found.plan.output }
  }
}

/** Runs what plans a query. @throws ApiError for what can't be read; LeftToStrapi if there is a Strapi to read it */
function explained<Result>({ servesAll }: DocumentQueryRules, make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    throw servesAll ? rejectionOf(error) : error
  }
}
