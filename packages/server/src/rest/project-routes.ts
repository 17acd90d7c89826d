import type { Registry } from '@content-api/model'
import { type Caller, withoutCancelling } from '../entries/caller.js'
import { ApiError } from '../errors/api-error.js'
import { runProjectCode } from '../errors/project-fault.js'
import { runFor } from '../project/current-host.js'
import { scopesOf } from '../project/extension-input.js'
import type { ProjectRoute } from '../project/project-routes.js'
import type { RegisteredProject } from '../project/register-project.js'
import { parseBody } from '../message/body.js'
import { type HttpRequest, type HttpResponse, noteRoute } from '../message/message.js'
import { methodNotAllowed, operationOf } from './methods.js'
import { joined, segmentsBelow } from '../message/path.js'
import { parseQueryString } from '../message/query-string.js'
import { createRouteContext } from './route-context.js'
import type { MessageLimits } from '../message/body.js'
import { allowedMethods } from './routes.js'
import type { Uploads } from '../upload/uploads.js'
import { entryFormGate, writeEntryForm } from './upload/entry-form.js'
import { isMultipart, withMultipart } from './upload/multipart-request.js'

export interface ProjectHandlerOptions {
  readonly project: Pick<RegisteredProject, 'routes' | 'entriesOf'>
  readonly prefix: string
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
}

interface Match {
  readonly route: ProjectRoute
  readonly params: Readonly<Record<string, string>>
}

/**
 * Returns a handler of the routes of a project. It checks a request in the same order as other handlers:
 * path, method, body, credentials, permission. It returns null for a path or method that belongs to another
 * handler. @throws ApiError, ProjectFault
 */
export function createProjectHandler(options: ProjectHandlerOptions) {
  const { prefix, project, allowedElsewhere, actionsAt } = options
  const routes = project.routes.map((route) => ({ route, segments: route.path.slice(1).split('/') }))
  return (request: HttpRequest): Promise<HttpResponse> | HttpResponse | null => {
    const path = segmentsBelow(prefix, request.path)
    if (path === null) return null
    const matches = routes.flatMap(({ route, segments }): Match[] => {
      const params = match(segments, path)
      return params ? [{ route, params }] : []
    })
    if (matches.length === 0) return null
    const builtIn = actionsAt(path)
    const endpoint: Record<string, Match> = {}
    for (const candidate of matches) {
      const { method, replaces } = candidate.route
      // `/users/me` doesn't belong to code that replaces `user.findOne`, whose path is `/users/:id`.
      const belongsToOther = replaces !== null && method in builtIn && builtIn[method] !== replaces
      if (!belongsToOther) endpoint[method] ??= candidate
    }
    if (Object.keys(endpoint).length === 0) return null
    const found = operationOf(endpoint, request.method)
    if (found) {
      noteRoute(request, joined(prefix, found.route.path))
      return respond(options, request, found)
    }
    const others = [...allowedElsewhere(path), ...Object.keys(builtIn)]
    if (others.includes(request.method === 'HEAD' ? 'GET' : request.method)) return null
    const allow = allowedMethods({ ...Object.fromEntries(others.map((name) => [name, true])), ...endpoint })
    if (request.method === 'OPTIONS') return { status: 200, headers: { Allow: allow }, body: '' }
    throw methodNotAllowed(request.method, allow)
  }
}

function match(segments: readonly string[], path: readonly string[]): Record<string, string> | null {
  if (segments.length !== path.length) return null
  const params = Object.create(null) as Record<string, string>
  const fits = segments.every((segment, index) => {
    const value = path[index] as string
    if (!segment.startsWith(':')) return segment.toLowerCase() === value.toLowerCase()
    params[segment.slice(1)] = value
    return value !== ''
  })
  return fits ? params : null
}

async function respond(options: ProjectHandlerOptions, request: HttpRequest, match: Match): Promise<HttpResponse> {
  const { limits, uploads } = options
  const { core } = match.route
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const isForm = core !== null && hasBody && request.method !== 'DELETE' && isMultipart(request)
  const body = hasBody && !isForm ? parseBody(await request.body(), request.header('content-type'), limits) : undefined
  // A disconnecting client doesn't stop code of the project, which may already have had effects outside the database.
  const caller = withoutCancelling(await options.identify(request))
  authorize(match.route, caller)
  if (!isForm) return run(options, { request, match, body, caller })
  // A form with the files of an entry: the files are stored first, as in the generated route.
  let response: HttpResponse | undefined
  await withMultipart(request, uploads, entryFormGate(core.type, caller, options), (form) =>
    writeEntryForm(form, core.type, caller, options, async (body) => {
      response = await run(options, { request, match, body, caller })
      return ''
    }),
  )
  if (!response) throw new ApiError('InternalServerError')
  return response
}

interface RouteRun {
  readonly request: HttpRequest
  readonly match: Match
  readonly body: unknown
  readonly caller: Caller
}

async function run(options: ProjectHandlerOptions, { request, match, body, caller }: RouteRun): Promise<HttpResponse> {
  const { limits, milliseconds, project } = options
  const { route, params } = match
  const query = parseQueryString(request.query, limits)
  const created = createRouteContext({ request, params, query, body, caller, entriesOf: project.entriesOf })
  const { context } = created
  const work = async () => {
    const policyContext = created.forPolicies()
    for (const policy of route.policies) {
      // Only `true` allows the request; `undefined` rejects it, as in GraphQL.
      if ((await policy(policyContext)) !== true) throw new ApiError('PolicyError')
    }
    const handle = async () => {
      const body: unknown = await route.handler(context)
      if (body !== undefined) context.body = body
    }
    const chain = route.middlewares.reduceRight<() => Promise<void>>(
      (next, middleware) => async () => {
        const body: unknown = await middleware(context, next)
        if (body !== undefined) context.body = body
      },
      handle,
    )
    try {
      await chain()
      return await created.response()
    } catch (error) {
      created.discard()
      throw error
    }
  }
  return runProjectCode(route.name, milliseconds, () => runFor(caller.session, work))
}

/** @throws ApiError ForbiddenError */
function authorize(route: ProjectRoute, caller: Caller): void {
  if (!mayUse(route, caller)) throw new ApiError('ForbiddenError')
}

/** Returns whether the caller has the permissions that the route requires. */
export function mayUse({ action, auth }: ProjectRoute, caller: Caller): boolean {
  const needed = action === null ? scopesOf(auth) : [action]
  return needed.every((name) => caller.may(name))
}
