import type { ContentType, Registry } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import { permit } from '@content-api/core/entries/request'
import type { RootCall } from '@content-api/interfaces/graphql/execute/generated-operation'
import type { OperationKind, RootField } from '@content-api/interfaces/graphql/schema/root-fields'
import { rejectionOf } from '@content-api/strapi-reads/graphql5/plan/document-form'
import { type DocumentQuery, planDocumentField } from '@content-api/strapi-reads/graphql5/plan/plan-document-field'
import type { DocumentMiddlewares } from '../code/document-middlewares.js'
import type { DocumentService } from '../code/document-service.js'
import type { ReadHooks } from '../code/read-hooks.js'
import { checkFilters } from '../query/check-names.js'
import { checkWrite, type DocumentMutationsOptions, documentIdOf } from './document-mutations.js'
import { fieldParameters } from './field-parameters.js'
import { servedRules } from './served-rules.js'

/** What code of the project runs around, and what it reads and writes with. */
export interface CodeFieldsOptions extends Omit<DocumentMutationsOptions, 'rules' | 'write'> {
  readonly registry: Registry
  readonly documents: DocumentService
  readonly middlewares: Pick<DocumentMiddlewares, 'exist'>
  readonly hooks: ReadHooks
  /** Returns the id of the document of a single type; null if there is none. */
  readonly singleId: (type: ContentType) => Promise<string | null>
}

/**
 * Creates the root fields that read and write by `strapi.documents`, as those of Strapi 5 do, so that
 * middlewares of documents and hooks of reads run.
 */
export function createCodeFields(options: CodeFieldsOptions) {
  const { registry, documents, middlewares, hooks } = options
  const run = fieldsOf(options)
  return {
    runs({ kind, type }: Pick<RootField, 'kind' | 'type'>): boolean {
      if (middlewares.exist) return true
      switch (kind) {
        case 'find':
        case 'findConnection':
          return hooks.has(type, 'FindMany') || hooks.has(type, 'Count')
        case 'findOne':
        case 'findSingle':
          return hooks.has(type, 'FindOne')
        default:
          return false
      }
    },
    /** @throws ApiError, and what the code throws */
    async run(kind: OperationKind, call: RootCall): Promise<unknown> {
      const field = run[kind]
      if (!field) throw new Error(`Documents have no operation ${kind}`)
      return field(call)
    },
    /** Counts documents by the parameters of a list, whose filters may come from the client. @throws ApiError */
    async count(type: ContentType, parameters: Values, { can }: Caller): Promise<number> {
      checkFilters(type, parameters['filters'] ?? {}, { registry, can })
      return documents.documents(type.uid).count({ status: 'published', ...parameters })
    },
  }
}

type Fields = Readonly<Partial<Record<OperationKind, (call: RootCall) => Promise<unknown>>>>

function fieldsOf(options: CodeFieldsOptions): Fields {
  const { documents, singleId } = options
  const writing = { ...options, rules: servedRules }
  const of = ({ root }: RootCall) => documents.documents(root.type.uid)
  const list = (kind: DocumentQuery) => async (call: RootCall) => of(call).findMany(await readParameters(kind, call))
  return {
    find: list('find'),
    findConnection: list('findConnection'),
    async findOne(call) {
      const parameters = await readParameters('findOne', call)
      return parameters['documentId'] === '' ? null : of(call).findOne(parameters)
    },
    findSingle: async (call) => of(call).findFirst(await readParameters('findSingle', call)),
    async create(call) {
      return of(call).create(await writeParameters(writing, call, 'create'))
    },
    async update(call) {
      const parameters = await writeParameters(writing, call, 'update')
      return of(call).update({ ...parameters, documentId: documentIdOf(call.args()) })
    },
    async updateSingle(call) {
      const parameters = await writeParameters(writing, call, 'update')
      const documentId = await singleId(call.root.type)
      return documentId === null ? of(call).create(parameters) : of(call).update({ ...parameters, documentId })
    },
    async delete(call) {
      permit(call.request, 'delete')
      const documentId = documentIdOf(call.args())
      await of(call).delete({ documentId, ...localeOf(call) })
      return { documentId }
    },
    async deleteSingle(call) {
      permit(call.request, 'delete')
      const documentId = await singleId(call.root.type)
      const removed = documentId === null ? null : await of(call).delete({ documentId, ...localeOf(call) })
      if (!removed || removed.entries.length === 0) throw new ApiError('NotFoundError', 'Document not found')
      return { documentId }
    },
  }
}

/** Checks a query as if its statement read it. Returns the parameters of documents. @throws ApiError */
async function readParameters(kind: DocumentQuery, call: RootCall): Promise<Values> {
  const { request, plan, budget, entries, args } = call
  const { type } = permit(request, kind === 'findOne' ? 'findOne' : 'find')
  let parameters: Values = {}
  const root = plan((planned, context) => {
    try {
      // The resolvers of links check and count what is selected below.
      const made = planDocumentField(kind, { ...planned, nodes: [] }, context, servedRules)
      parameters = fieldParameters(type, args(), context)
      return made
    } catch (error) {
      throw rejectionOf(error)
    }
  })
  await budget.charge(await entries.estimate(root))
  return { status: 'published', ...parameters }
}

/** @throws ApiError */
async function writeParameters(
  options: Parameters<typeof checkWrite>[0],
  call: RootCall,
  action: 'create' | 'update',
): Promise<Values> {
  const { data, status } = await checkWrite(options, call, action)
  return { data, status, ...localeOf(call) }
}

function localeOf({ args }: RootCall): Values {
  const { locale } = args()
  return locale === undefined || locale === null ? {} : { locale }
}
