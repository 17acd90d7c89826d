import type { Registry } from '@content-api/model'
import { type Caller, withoutCancelling } from '@content-api/core/entries/caller'
import { ApiError } from '@content-api/engine/errors'
import { withTimeout } from '@content-api/core/errors/project-fault'
import type { MessageLimits } from '@content-api/core/message/body'
import type { Handler, Next } from '@content-api/core/composition/handler'
import {
  type HttpRequest,
  type HttpResponse,
  noteRoute,
  joined,
  segmentsBelow,
} from '@content-api/core/message/message'
import { accountPath } from '../code/plugins/account-plugin.js'
import { isIdentifiedBy } from '../code/routes/caller-context.js'
import { callerOf, entryFormOf } from '../code/routes/core-controller.js'
import { runFor } from '../code/host/current-host.js'
import { type ProjectRoute, mayUse } from '../code/routes/project-routes.js'
import { policyContextOf } from '../code/strapi-utils/strapi-utils.js'
import { methodNotAllowed } from '@content-api/interfaces/rest/action-endpoints'
import { allowedMethods } from '@content-api/interfaces/rest/routes'
import { writeEntryForm } from '@content-api/interfaces/rest/entry-form'
import { isMultipart } from '@content-api/capabilities/uploads/routes/multipart-request'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import { bodyOf } from './request-body.js'
import { ContextRequest } from './context-request.js'
import { type Report, respondIn, setError, setResponse } from './context-response.js'
import type { KoaApp, KoaContext } from './koa-app.js'
import { withFiles } from './multipart-files.js'
import { pathToRegexp, type Key } from 'path-to-regexp'

export interface ProjectHandlerOptions {
  readonly koa: KoaApp
  /** The routes in the order in which they match. */
  readonly routes: readonly ProjectRoute[]
  readonly prefix: string
  /** Whether middlewares of the project run for all requests. They read the route of each. */
  readonly hasGlobals: boolean
  readonly limits: MessageLimits
  readonly strict: boolean
  readonly uploads: Uploads
  readonly registry: Registry
  /** The time limit of a route in milliseconds, including its policies and middlewares. */
  readonly milliseconds: number
  /** Returns the methods that the generated routes support for a path. */
  readonly allowedElsewhere: (segments: readonly string[]) => readonly string[]
  /** Returns the actions of the built-in routes of accounts, uploads and locales for a path, by method. */
  readonly actionsAt: (segments: readonly string[]) => Readonly<Record<string, string>>
  /** Returns the caller of a request. @throws ApiError for invalid credentials */
  readonly identify: (request: HttpRequest) => Promise<Caller>
  readonly report: Report
}

/** The response of requests whose context holds the response already. */
export const inContext: HttpResponse = { status: 404, headers: {}, body: null }

/**
 * Returns a handler of the routes of a project. It checks a request in the same order as other handlers:
 * path, method, body, credentials, permission. It returns null for a path or method that belongs to another
 * handler. Project code that calls `next` passes its request on, too. @throws ApiError
 */
export function createProjectHandler(options: ProjectHandlerOptions): Handler {
  const { koa, prefix, allowedElsewhere, actionsAt, report } = options
  const matches = createMatcher(options.routes, prefix, options.hasGlobals ? 'all' : 'active')
  return (request, next) => {
    const found = matches(request.path)
    const isNested = request instanceof ContextRequest
    if (found.length === 0 && !isNested) return null
    const segments = segmentsBelow(prefix, request.path)
    const builtIn = segments === null ? {} : actionsAt(segments)
    // `/users/me` doesn't belong to code that replaces `user.findOne`, whose path is `/users/:id`.
    const own = found.filter(
      ({ route: { method, replaces } }) => replaces === null || !(method in builtIn) || builtIn[method] === replaces,
    )
    const candidates = own.filter(({ route }) => isFor(route, request.method))
    const [first] = candidates
    if (first) {
      if (isNested) setRoute(request.context, prefix, first)
      if (!first.isActive) return null
      noteRoute(request, first.route.atRoot ? first.route.path : joined(prefix, first.route.path))
      // The global middlewares have created the context, and send the response.
      if (isNested)
        return runRoutes(options, { context: request.context, request, next }, candidates).then(() => inContext)
      const context = koa.contextOf(request)
      const inner = new ContextRequest(context, request)
      const run = () => runRoutes(options, { context, request: inner, next }, candidates)
      return respondIn(context, report, koa.session ? async () => koa.session?.(context, run) : run)
    }
    const action = builtIn[request.method]
    if (isNested && action !== undefined)
      request.context.state['route'] = routeOfAction(request.method, action, segments)
    const methods = own.filter(({ isActive }) => isActive).map(({ route }) => route.method)
    if (methods.length === 0) return null
    const others = [...(segments === null ? [] : allowedElsewhere(segments)), ...Object.keys(builtIn)]
    if (others.includes(request.method === 'HEAD' ? 'GET' : request.method)) return null
    const allow = allowedMethods(Object.fromEntries([...others, ...methods].map((name) => [name, true])))
    if (request.method === 'OPTIONS') return { status: 200, headers: { Allow: allow }, body: '' }
    throw methodNotAllowed(request.method, allow)
  }
}

const isFor = ({ method }: ProjectRoute, requested: string) =>
  method === 'ALL' || method === (requested === 'HEAD' ? 'GET' : requested)

/** Runs the first route. The next one runs if it calls `next`, and after the last one the later handlers. */
async function runRoutes(
  options: ProjectHandlerOptions,
  call: RouteCall,
  candidates: readonly RouteMatch[],
): Promise<void> {
  const { context, request } = call
  const [match, ...rest] = candidates
  if (!match?.isActive) {
    await runOtherwise(context, () => call.next(new ContextRequest(context, request.sent)))
    return
  }
  const next = () => runRoutes(options, call, rest)
  try {
    await runRoute(options, { context, request, match, next })
  } catch (error) {
    // As in Strapi 4.26, where code around the route doesn't see these errors.
    if (!isRefusal(error)) throw error
    setError(context, error, options.report)
  }
}

/** Returns whether the caller may not do something. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['UnauthorizedError', 'ForbiddenError', 'PolicyError'].includes(error.name)

/**
 * Serves a request by other handlers of this server, and makes the result the response of the context. Errors
 * that Strapi doesn't throw to code around it become responses.
 */
export async function runOtherwise(context: KoaContext, serve: () => Promise<HttpResponse | null>): Promise<void> {
  try {
    const response = await serve()
    if (response && response !== inContext) setResponse(context, response)
  } catch (error) {
    const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 405)
    if (!isUnknown && !isRefusal(error)) throw error
    setError(context, error, () => undefined)
  }
}

/** A request for routes of the project. */
interface RouteCall {
  readonly context: KoaContext
  readonly request: ContextRequest
  /** Passes the request to the handlers after the routes. */
  readonly next: Next
}

interface RouteRun {
  readonly context: KoaContext
  readonly request: ContextRequest
  readonly match: RouteMatch
  readonly next: () => Promise<void>
}

/** Sets what code reads about the route of its request. */
function setRoute(context: KoaContext, prefix: string, { route, params, captures }: RouteMatch): void {
  const { atRoot, path, definition, info } = route
  Object.assign(context, { params, captures, _matchedRoute: atRoot ? path : joined(prefix, path) })
  context.request['params'] = params
  context.state['route'] = { ...definition, info, config: definition.config ?? {} }
}

/** Returns the built-in route of an action such as `plugin::users-permissions.auth.callback`. */
function routeOfAction(method: string, action: string, segments: readonly string[] | null): object {
  const [, pluginName = '', handler = ''] = /^plugin::([\w-]+)\.(.+)$/.exec(action) ?? []
  const path = accountPath(handler) ?? `/${(segments ?? []).join('/')}`
  return { method, path, handler, info: { pluginName, type: 'content-api' }, config: {} }
}

async function runRoute(options: ProjectHandlerOptions, run: RouteRun): Promise<void> {
  const { context, request, match } = run
  const { route } = match
  setRoute(context, options.prefix, match)
  const isForm = request.method !== 'GET' && request.method !== 'HEAD' && isMultipart(request)
  const source = bodyOf(context)
  if (!isForm) {
    await source.read()
    // Rejects an invalid body before the credentials are checked.
    void source.value
  }
  // A disconnecting client doesn't stop code of the project, which may already have had effects outside the database.
  const caller = withoutCancelling(await identify(options, route, request))
  if (!isIdentifiedBy(route.strategies, caller)) {
    throw new ApiError('UnauthorizedError', 'Missing or invalid credentials')
  }
  if (!mayUse(route, caller)) throw new ApiError('ForbiddenError')
  if (route.action === null && route.auth === undefined && caller.kind === 'public') {
    throw new ApiError('UnauthorizedError', 'Unauthorized')
  }
  Object.assign(context, { [callerOf]: caller })
  if (!isForm) return runCode(options, run, caller)
  const { uploads } = options
  await withFiles(context, request, uploads, async (form) => {
    const type = route.core?.type
    if (type) {
      const ofEntry = async <Result>(write: (body: unknown) => Promise<Result>): Promise<Result> => {
        if (form.files.length > 0) uploads.requireUpload(caller)
        return writeEntryForm(form, type, caller, options, write)
      }
      Object.assign(context, { [entryFormOf]: ofEntry })
    }
    await runCode(options, run, caller)
  })
}

/** Returns the caller. A route for everybody ignores invalid credentials, which may be meant for its code. */
async function identify(options: ProjectHandlerOptions, route: ProjectRoute, request: ContextRequest): Promise<Caller> {
  try {
    return await options.identify(request)
  } catch (error) {
    if (route.auth !== false || !(error instanceof ApiError) || error.status !== 401) throw error
    return options.identify(request.withoutCredentials())
  }
}

function runCode(
  { milliseconds }: ProjectHandlerOptions,
  { context, match, next }: RouteRun,
  caller: Caller,
): Promise<void> {
  const { name, policies, middlewares, handlers } = match.route
  const work = async () => {
    const policyContext = policyContextOf('koa', context)
    for (const policy of policies) {
      const result = await policy(policyContext as never)
      // As in Strapi 4.26, `undefined` lets the request pass.
      if (result !== true && result !== undefined) throw new ApiError('PolicyError')
    }
    const handle = async () => {
      const result = await inOrder(handlers, context, next)
      if (isNothing(context.body) && !isNothing(result)) context.body = result
    }
    await inOrder(middlewares, context, handle)
  }
  return withTimeout(name, milliseconds, () => runFor(caller.session, work, () => context))
}

const isNothing = (value: unknown) => value === undefined || value === null

type Step = (context: KoaContext, next: () => Promise<void>) => unknown

/** Runs the steps, each of which may call the next one, and `last` after them. Returns the result of the first. */
export async function inOrder(
  steps: readonly Step[],
  context: KoaContext,
  last: () => Promise<unknown>,
): Promise<unknown> {
  const run = async (index: number): Promise<unknown> => {
    const step = steps[index]
    if (!step) return last()
    let called = false
    return step(context, async () => {
      if (called) throw new Error('next() called multiple times')
      called = true
      return run(index + 1) as Promise<void>
    })
  }
  return run(0)
}

/** A route that matches the path of a request. */
interface RouteMatch {
  readonly route: ProjectRoute
  /** Whether the route runs project code. Otherwise this server serves the request by itself. */
  readonly isActive: boolean
  readonly params: Readonly<Record<string, string>>
  /** The captured parts of the path, still percent-encoded. */
  readonly captures: readonly string[]
}

interface CompiledRoute {
  readonly route: ProjectRoute
  readonly isActive: boolean
  readonly pattern: RegExp
  readonly names: readonly string[]
}

/**
 * Returns a function that finds the routes for a path in their order, with any method. Patterns have the
 * syntax of path-to-regexp 6, like those of Strapi 4.26. Routes are looked up by the first segment of the
 * path, so that paths without project code cost little.
 * @param finding `active`: no routes for paths where none runs project code
 */
function createMatcher(
  routes: readonly ProjectRoute[],
  prefix: string,
  finding: 'all' | 'active',
): (path: string) => readonly RouteMatch[] {
  const compiled = routes.map((route): CompiledRoute => {
    const keys: Key[] = []
    const path = route.atRoot ? route.path : withPrefix(prefix, route.path)
    const pattern = pathToRegexp(path, keys)
    return { route, isActive: route.core?.isActive() ?? true, pattern, names: keys.map(({ name }) => String(name)) }
  })
  const candidates = [true, false].map((atRoot) => {
    const start = atRoot || prefix === '/' ? '' : prefix
    return lookUp(
      compiled.filter(({ route }) => route.atRoot === atRoot),
      start,
      finding,
    )
  })
  return (path) => candidates.flatMap((of) => of(path)).flatMap((each) => matchOf(each, path) ?? [])
}

/** The root route of a prefix is the prefix itself, as in the router of Strapi. */
const withPrefix = (prefix: string, path: string) => (path === '/' ? prefix : joined(prefix, path))

const none: readonly CompiledRoute[] = []

/** Returns a function that returns the routes that may match a path. */
function lookUp(
  routes: readonly CompiledRoute[],
  prefix: string,
  finding: 'all' | 'active',
): (path: string) => readonly CompiledRoute[] {
  const segments = new Map(routes.map((each) => [each, firstSegment(each.route.path)]))
  const withFirst = (segment: string | null) =>
    routes.filter((each) => segments.get(each) === null || segments.get(each) === segment)
  // Generated routes only matter beside routes with project code.
  const useful = (found: readonly CompiledRoute[]) =>
    finding === 'all' || found.some(({ isActive }) => isActive) ? found : none
  const known = new Map([...new Set(segments.values())].map((name) => [name, useful(withFirst(name))]))
  const others = useful(withFirst(null))
  const lowerPrefix = prefix.toLowerCase()
  return (path) => {
    if (prefix !== '' && path.slice(0, prefix.length).toLowerCase() !== lowerPrefix) return none
    const start = prefix.length + 1
    const end = path.indexOf('/', start)
    const segment = path.slice(start, end === -1 ? undefined : end).toLowerCase()
    return known.get(segment) ?? others
  }
}

/** Returns the first segment of a pattern in lower case; null if it isn't constant. */
function firstSegment(path: string): string | null {
  return /^\/([\w.~-]+)(?:\/|$)/.exec(path)?.[1]?.toLowerCase() ?? null
}

function matchOf({ route, isActive, pattern, names }: CompiledRoute, path: string): RouteMatch | null {
  const found = pattern.exec(path)
  if (!found) return null
  const captures = found.slice(1)
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const value = captures[index]
    if (value !== undefined) params[name] = decoded(value)
  }
  return { route, isActive, params, captures }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
