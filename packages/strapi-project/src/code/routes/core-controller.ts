import { type CoreAction } from '@content-api/project-files/code/core-actions'
import { type ContentType, isRecord, type Registry } from '@content-api/model'
import type { Caller } from '@content-api/core/entries/caller'
import type { Entries } from '@content-api/core/entries/entries'
import { versionHeader } from '@content-api/core/entries/if-match'
import { type EntryRequest, nullIfMissing, permit, type PermittedRequest } from '@content-api/core/entries/request'
import { ApiError } from '@content-api/engine/errors'
import { type JsonText, parseText, splitVersion, type Values } from '@content-api/engine/plan'
import { dataOf } from '@content-api/core/message/body'
import { planWrite } from '@content-api/core/query/body/plan-write'
import { planList, planOne } from '@content-api/core/query/plan'
import { parsePagination } from '@content-api/core/query/pagination'
import type { Action, PlanSettings } from '@content-api/core/query/plan-context'
import { readId } from '@content-api/core/query/raw-value'
import type { AroundHooks } from '../lifecycles/around-hooks.js'
import { type AuthOption, type ContentSanitizers, inEnvelopes } from '../entity-service/content-sanitize.js'
import { ExtensionError } from '@content-api/core/errors/extension-error'

/** The key under which a context holds its caller. */
export const callerOf = Symbol('caller')

/**
 * The key under which a context holds a function that stores the files of a multipart body and passes the
 * body of the entry to its argument.
 */
export const entryFormOf = Symbol('entry form')

/** The parts of a route's context that generated actions read. */
export interface ActionContext {
  readonly [callerOf]?: Caller
  readonly [entryFormOf]?: <Result>(write: (body: unknown) => Promise<Result>) => Promise<Result>
  readonly params: Readonly<Record<string, string>>
  readonly query: Values
  readonly request: { readonly body: unknown; readonly header?: Values }
  status?: number
  /** Sets a header of the response. */
  readonly set?: (name: string, value: string) => void
  readonly state: AuthOption
}

export interface CoreScope {
  readonly registry: Registry
  readonly planning: PlanSettings
  readonly sanitizers: ContentSanitizers
  readonly hooks: AroundHooks
  /** Absent if the project is only checked, without a database. */
  readonly entries: Entries | undefined
  /** Returns the service of a content type. The project may have replaced its functions. */
  readonly serviceOf: (uid: string) => Values
  /** Returns whether the project's service defines this function. */
  readonly replaces: (uid: string, name: string) => boolean
}

/** The helpers of generated actions. A project may call or replace them. */
type Helpers = ReturnType<typeof helpersOf>

const helpersOf = (type: ContentType, { registry, sanitizers }: CoreScope) => ({
  transformResponse(data: unknown, meta: object = {}): unknown {
    if (data === null || data === undefined) return data
    return { data: inEnvelopes(data, type, registry), meta }
  },
  sanitizeOutput: async (data: unknown, ctx?: ActionContext) => sanitizers.output(data, type, ctx?.state),
  sanitizeInput: async (data: unknown, ctx?: ActionContext) => sanitizers.input(data, type, ctx?.state),
  sanitizeQuery: async (ctx: ActionContext) => sanitizers.query(ctx.query, type, ctx.state),
  validateQuery: async (ctx: ActionContext) => sanitizers.validateQuery(ctx.query, type, ctx.state),
  validateInput: async (data: unknown, ctx?: ActionContext) => sanitizers.validateInput(data, type, ctx?.state),
})

/** The reads whose hooks each action runs. */
const hooksOf = {
  find: ['FindMany', 'FindOne', 'Count'],
  findOne: ['FindOne'],
  create: ['FindOne'],
  update: ['FindOne'],
  delete: ['FindOne'],
} as const satisfies Readonly<Record<CoreAction, readonly string[]>>

/** Returns the name of the service function that an action calls. */
const serviceName = (type: ContentType, action: CoreAction) =>
  type.kind === 'singleType' && action === 'update' ? 'createOrUpdate' : action

/** Returns whether the action runs project code: a replaced service function or a hook. */
export function isExtended(
  type: ContentType,
  action: CoreAction,
  { hooks, replaces }: Pick<CoreScope, 'hooks' | 'replaces'>,
): boolean {
  return replaces(type.uid, serviceName(type, action)) || hooks.has(type, ...hooksOf[action])
}

/**
 * Creates the generated controller of a content type, which is `super` in the project's controller. Its
 * actions respond like the generated routes. If the project replaces a function that they call or has hooks
 * for their reads, they use the service, as in Strapi 4.
 */
export function coreController(type: ContentType, scope: CoreScope): object {
  const helpers = helpersOf(type, scope)
  const actions = type.kind === 'singleType' ? singleActions(type, scope) : collectionActions(type, scope)
  const own = Object.entries(actions).map(([name, { native, byService }]) => {
    const action = name as CoreAction
    return [
      name,
      async function (this: Helpers, ctx: ActionContext): Promise<unknown> {
        const replaced = (Object.keys(helpers) as (keyof Helpers)[]).some(
          (helper) => this?.[helper] !== helpers[helper],
        )
        const perform = async (context: ActionContext): Promise<unknown> => {
          if (!replaced && !isExtended(type, action, scope)) return respondWithVersion(context, await native(context))
          await this.validateQuery(context)
          const query = await this.sanitizeQuery(context)
          await charge(type, action, context, scope)
          const isList = action === 'find' && type.kind !== 'singleType'
          return responseOf(this, context, await byService.call(this, context, query), isList)
        }
        const form = action === 'create' || action === 'update' ? ctx[entryFormOf] : undefined
        if (!form) return perform(ctx)
        return form(async (body) => {
          const result = await perform(withBody(ctx, body))
          // An error, so that the files are removed.
          if (result === null) throw new ApiError('NotFoundError')
          return result
        })
      },
    ]
  })
  return Object.assign(Object.create(helpers) as object, Object.fromEntries(own))
}

/** Returns the parsed response, and sets the header with the version of its entry. */
function respondWithVersion(ctx: ActionContext, read: JsonText): unknown {
  const { text, version } = splitVersion(read)
  if (version !== null) ctx.set?.(versionHeader, version)
  return parseText(text)
}

/** Returns a context with another body. */
function withBody(ctx: ActionContext, body: unknown): ActionContext {
  const request = Object.create(ctx.request, { body: { value: body } }) as ActionContext['request']
  return Object.create(ctx, { request: { value: request } }) as ActionContext
}

/**
 * Checks the estimated cost of the client's query, because reads by the service have no limit.
 * @throws ApiError ValidationError above `limits.queryCost`
 */
async function charge(type: ContentType, action: CoreAction, ctx: ActionContext, scope: CoreScope): Promise<void> {
  if (action !== 'find' && action !== 'findOne') return
  const context = { registry: scope.registry, can: callerIn(ctx, type).can, ...scope.planning }
  const plan = action === 'findOne' || type.kind === 'singleType' ? planOne : planList
  await scope.entries?.estimate(plan(type, ctx.query, context))
}

interface CoreWork {
  /** Runs the action like a generated route. */
  readonly native: (ctx: ActionContext) => Promise<JsonText>
  /** Calls the service with the sanitized query. Returns an entry, or a page of entries with their pagination. */
  readonly byService: (this: Helpers, ctx: ActionContext, query: Values) => Promise<unknown>
}

const published = { publishByDefault: true }

function collectionActions(type: ContentType, scope: CoreScope): Readonly<Record<string, CoreWork>> {
  const { entries, request, service, matching, bodyData, written } = worksOf(type, scope)
  return {
    find: {
      native: (ctx) => entries().find(request(ctx, 'find')),
      byService: (_ctx, query) => service('find', { ...query, pagination: paged(query['pagination'], scope.planning) }),
    },
    findOne: {
      native: (ctx) => nullWhenMissing(async () => entries().findOne(request(ctx, 'findOne'), idOf(ctx))),
      byService: (ctx, query) => service('findOne', idOf(ctx), query),
    },
    create: {
      native: (ctx) => entries().create(request(ctx, 'create'), bodyData(ctx), published),
      async byService(ctx, query) {
        return service('create', { ...query, data: await written(this, ctx, 'create') })
      },
    },
    update: {
      native: (ctx) => nullWhenMissing(async () => entries().update(request(ctx, 'update'), idOf(ctx), bodyData(ctx))),
      async byService(ctx, query) {
        const data = await written(this, ctx, 'update')
        return matching(ctx, 'update', idOf(ctx), () => service('update', idOf(ctx), { ...query, data }))
      },
    },
    delete: {
      native: (ctx) => nullWhenMissing(async () => entries().remove(request(ctx, 'delete'), idOf(ctx))),
      byService: (ctx, query) => matching(ctx, 'delete', idOf(ctx), () => service('delete', idOf(ctx), query)),
    },
  }
}

function singleActions(type: ContentType, scope: CoreScope): Readonly<Record<string, CoreWork>> {
  const { entries, request, service, matching, bodyData, written } = worksOf(type, scope)
  return {
    find: {
      native: (ctx) => nullWhenMissing(async () => entries().findSingle(request(ctx, 'find'))),
      byService: (_ctx, query) => service('find', query),
    },
    update: {
      native: (ctx) => entries().updateSingle(request(ctx, 'update'), bodyData(ctx), published),
      async byService(ctx, query) {
        const data = await written(this, ctx, 'update')
        return matching(ctx, 'update', null, () => service('createOrUpdate', { ...query, data }))
      },
    },
    delete: {
      native: (ctx) => nullWhenMissing(async () => entries().removeSingle(request(ctx, 'delete'))),
      byService: (ctx, query) => matching(ctx, 'delete', null, () => service('delete', query)),
    },
  }
}

/** Returns the response to what a service has returned. Lists of collections have a pagination. */
async function responseOf(helpers: Helpers, ctx: ActionContext, found: unknown, isList: boolean): Promise<unknown> {
  if (!isList || !isRecord(found)) return helpers.transformResponse(await helpers.sanitizeOutput(found, ctx))
  const results = await helpers.sanitizeOutput(found['results'], ctx)
  return helpers.transformResponse(results, { pagination: found['pagination'] })
}

/** Project code gets null for a missing entry instead of an error, as in Strapi 4. */
async function nullWhenMissing(work: () => Promise<JsonText>): Promise<JsonText> {
  return (await nullIfMissing(work())) ?? 'null'
}

function worksOf(type: ContentType, { entries: opened, registry, planning, serviceOf }: CoreScope) {
  const entries = (): Entries => {
    if (opened) return opened
    throw new ExtensionError('Content is not available, because this command runs without a database.')
  }
  const bodyData = ({ request }: ActionContext): unknown => {
    const contentType = request.header?.['content-type']
    return dataOf(request.body, typeof contentType === 'string' ? contentType : undefined)
  }
  /** Allows the action itself, because the route has already checked this permission. */
  const request = (ctx: ActionContext, action: Action): PermittedRequest => {
    const caller = callerIn(ctx, type)
    const query = { text: `controller ${JSON.stringify(ctx.query)}`, parameters: () => ({ ...ctx.query }) }
    const may = caller.can(action, type)
    const can: Caller['can'] = (wanted, of) => (of.uid === type.uid && wanted === action) || caller.can(wanted, of)
    const allowed = may ? caller : { ...caller, key: `${caller.key} may ${action} ${type.uid}`, can }
    return permit({ type, caller: allowed, query, ...versionsOf(ctx, type, action) }, action)
  }
  return {
    entries,
    request,
    /** Runs the work of a service if the entry meets the condition in the request's `If-Match`. */
    matching: (ctx: ActionContext, action: Action, id: number | null, work: () => Promise<unknown>) => {
      const conditional = request(ctx, action)
      return conditional.ifMatch !== undefined ? entries().runMatching(conditional, id, work) : work()
    },
    /** Calls a function of the service. */
    service: async (name: string, ...values: readonly unknown[]): Promise<unknown> => {
      const methods = serviceOf(type.uid)
      const work = methods[name]
      if (typeof work !== 'function') throw new ExtensionError(`The service of ${type.uid} has no function "${name}".`)
      return work.apply(methods, values) as unknown
    },
    bodyData,
    /** Returns the sanitized `data` of the body. Checks it first, because the service checks no permissions. */
    written: async (helpers: Helpers, ctx: ActionContext, action: 'create' | 'update'): Promise<unknown> => {
      const { can } = callerIn(ctx, type)
      const data = bodyData(ctx)
      planWrite(type, data, { action, context: { registry, can, ...planning }, unfinished: true })
      return helpers.sanitizeInput(data, ctx)
    },
  }
}

/** Returns what a generated action does with the versions of entries. */
function versionsOf(
  { request: { header } }: ActionContext,
  { kind }: ContentType,
  action: Action,
): Pick<EntryRequest, 'versioned' | 'ifMatch'> {
  const versioned = action !== 'delete' && (action !== 'find' || kind === 'singleType')
  const condition = action === 'update' || action === 'delete' ? header?.['if-match'] : undefined
  return { ...(versioned && { versioned }), ...(typeof condition === 'string' && { ifMatch: condition }) }
}

function callerIn(ctx: ActionContext, { uid }: ContentType): Caller {
  const caller = ctx[callerOf]
  if (caller) return caller
  throw new ExtensionError(`Call the actions of ${uid} with the context of a route, ctx.`)
}

/** Returns the id in the path. @throws ApiError NotFoundError for an invalid id */
function idOf({ params }: ActionContext): number {
  const id = readId(params['id'] ?? '')
  if (id === null) throw new ApiError('NotFoundError')
  return id
}

/** Applies the configured page limits to a query, because reads of services have no limits. */
function paged(requested: unknown, planning: PlanSettings): Values {
  const { by, withCount, ...page } = parsePagination(requested, planning)
  if (by === 'offset' && 'limit' in page && page.limit === -1 && planning.limits.maxLimit !== null) {
    return { ...page, limit: planning.limits.maxLimit, withCount }
  }
  return { ...page, withCount }
}
