import type { ContentType, Registry } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Values } from '@content-api/engine/plan'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { dataOf } from '@content-api/core/message/body'
import { currentContext } from '../host/current-host.js'
import { type ContentSanitizers, inDocumentEnvelopes } from '../entity-service/content-sanitize.js'
import type { ActionContext } from '../routes/core-controller.js'
import type { OpenDocuments } from './documents.js'

export interface DocumentControllerScope {
  readonly registry: Registry
  readonly sanitizers: ContentSanitizers
  /** @throws ExtensionError if the project is only checked, without a database */
  readonly content: () => Pick<OpenDocuments, 'rules'>
  readonly serviceOf: (uid: string) => Values
}

/** The helpers of generated actions. A project may call or replace them. */
type Helpers = ReturnType<typeof helpersOf>

const helpersOf = (type: ContentType, { registry, sanitizers }: DocumentControllerScope) => ({
  transformResponse(data: unknown, meta: object = {}): unknown {
    if (data === null || data === undefined) return data
    return { data: wantsEnvelopes() ? inDocumentEnvelopes(data, type, registry) : data, meta }
  },
  sanitizeOutput: async (data: unknown, ctx?: ActionContext) => sanitizers.output(data, type, ctx?.state),
  sanitizeInput: async (data: unknown, ctx?: ActionContext) => sanitizers.input(data, type, ctx?.state),
  sanitizeQuery: async (ctx: ActionContext) => sanitizers.query(ctx.query, type, ctx.state),
  validateQuery: async (ctx: ActionContext) => sanitizers.validateQuery(ctx.query, type, ctx.state),
  validateInput: async (data: unknown, ctx?: ActionContext) => sanitizers.validateInput(data, type, ctx?.state),
})

/** Returns whether the client of the current request asks for the envelopes of Strapi 4. */
function wantsEnvelopes(): boolean {
  const context: { readonly headers?: Values } | undefined = currentContext()
  return context?.headers?.['strapi-response-format'] === 'v4'
}

/** Creates the generated controller of a content type, which is `super` in the project's controller. */
export function coreDocumentController(type: ContentType, scope: DocumentControllerScope): object {
  const work = type.kind === 'singleType' ? singleActions : collectionActions
  return Object.assign(Object.create(helpersOf(type, scope)) as object, work(type, scope))
}

type DocumentAction = (this: Helpers, ctx: ActionContext) => Promise<unknown>

function collectionActions(
  type: ContentType,
  scope: DocumentControllerScope,
): Readonly<Record<string, DocumentAction>> {
  const call = serviceCalls(type, scope)
  return {
    async find(ctx) {
      const { results, pagination } = (await call('find', await queryOf(this, ctx))) as Values
      return this.transformResponse(await this.sanitizeOutput(results, ctx), { pagination })
    },
    async findOne(ctx) {
      return respond(this, ctx, await call('findOne', idOf(ctx), await queryOf(this, ctx)))
    },
    async create(ctx) {
      const query = await queryOf(this, ctx)
      const created = await call('create', { ...query, data: await dataIn(this, ctx) })
      ctx.status = 201
      return respond(this, ctx, created)
    },
    async update(ctx) {
      const query = await queryOf(this, ctx)
      const data = await dataIn(this, ctx)
      const update = () => call('update', idOf(ctx), { ...query, data })
      return respond(this, ctx, await matching(type, scope, ctx, idOf(ctx), update))
    },
    async delete(ctx) {
      const query = await queryOf(this, ctx)
      await matching(type, scope, ctx, idOf(ctx), () => call('delete', idOf(ctx), query))
      ctx.status = 204
    },
  }
}

function singleActions(type: ContentType, scope: DocumentControllerScope): Readonly<Record<string, DocumentAction>> {
  const call = serviceCalls(type, scope)
  return {
    async find(ctx) {
      return respond(this, ctx, await call('find', await queryOf(this, ctx)))
    },
    async update(ctx) {
      const query = await queryOf(this, ctx)
      const data = await dataIn(this, ctx)
      const update = () => call('createOrUpdate', { ...query, data })
      return respond(this, ctx, await matching(type, scope, ctx, null, update))
    },
    async delete(ctx) {
      const query = await queryOf(this, ctx)
      await matching(type, scope, ctx, null, () => call('delete', query))
      ctx.status = 204
    },
  }
}

/** Returns what calls a function of the service, which the project may have replaced. */
function serviceCalls({ uid }: ContentType, { serviceOf }: DocumentControllerScope) {
  return async (name: string, ...values: readonly unknown[]): Promise<unknown> => {
    const methods = serviceOf(uid)
    const work = methods[name]
    if (typeof work !== 'function') throw new ExtensionError(`The service of ${uid} has no function "${name}".`)
    return work.apply(methods, values) as unknown
  }
}

/** Returns the part of the query that the caller may use. @throws ApiError */
async function queryOf(helpers: Helpers, ctx: ActionContext): Promise<Values> {
  await helpers.validateQuery(ctx)
  return helpers.sanitizeQuery(ctx)
}

/** Returns the data of the body without what a caller can't write. @throws ApiError */
async function dataIn(helpers: Helpers, ctx: ActionContext): Promise<unknown> {
  const contentType = ctx.request.header?.['content-type']
  const data = dataOf(ctx.request.body, typeof contentType === 'string' ? contentType : undefined)
  await helpers.validateInput(data, ctx)
  return helpers.sanitizeInput(data, ctx)
}

async function respond(helpers: Helpers, ctx: ActionContext, found: unknown): Promise<unknown> {
  return helpers.transformResponse(await helpers.sanitizeOutput(found, ctx))
}

/** Runs a write if the document meets the request's `If-Match`. @throws ApiError PreconditionFailedError */
function matching(
  type: ContentType,
  { content }: DocumentControllerScope,
  ctx: ActionContext,
  documentId: string | null,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const condition = ctx.request.header?.['if-match']
  if (typeof condition !== 'string') return work()
  return content().rules.runMatching({ type, documentId, query: ctx.query, condition }, work)
}

function idOf({ params }: ActionContext): string {
  const id = params['id']
  if (id === undefined || id === '') throw new ApiError('NotFoundError')
  return id
}
