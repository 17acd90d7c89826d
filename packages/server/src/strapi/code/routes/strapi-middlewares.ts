import { ApiError } from '@content-api/engine/errors'
import type { RouteMiddleware } from '../project-types.js'

/** A middleware of `config/middlewares`. */
export interface GlobalMiddleware {
  /** `strapi::errors`, `global::stamp`, or the path of a file. */
  readonly name: string
  /**
   * Null for a middleware of Strapi that has no function of its own here: it marks the place of the server's
   * own work.
   */
  readonly run: RouteMiddleware | null
  /** Whether every request must pass it. Others only matter around code of the project. */
  readonly isForAll: boolean
}

type Options = Readonly<Record<string, unknown>>
type Own = Omit<GlobalMiddleware, 'name'>

/** The server does the work of this middleware itself, at the same place or around all middlewares. */
const ofServer: Own = { run: null, isForAll: false }

/** The middlewares of Strapi 4.26, each with its function here. */
const own: Readonly<Record<string, (options: Options) => Own>> = {
  body: () => ofServer,
  compression: () => ofServer,
  cors: () => ofServer,
  errors: () => ofServer,
  favicon: () => ofServer,
  logger: () => ofServer,
  public: () => ofServer,
  query: () => ofServer,
  security: () => ofServer,
  session: () => ofServer,
  ip: (options) => ({ run: allowAddresses(options), isForAll: true }),
  poweredBy: ({ poweredBy }) =>
    // Without a value of its own, the header would name Strapi.
    typeof poweredBy === 'string' ? { run: setAfter('X-Powered-By', () => poweredBy), isForAll: true } : ofServer,
  responseTime: () => ({ run: measureTime, isForAll: true }),
}

/** Returns a middleware of Strapi by its name; undefined for an unknown name. */
export function ofStrapi(name: string, options: Options): Own | undefined {
  return Object.hasOwn(own, name) ? own[name]?.(options) : undefined
}

const setAfter =
  (header: string, value: () => string): RouteMiddleware =>
  async (context, next) => {
    await next()
    context.set(header, value())
  }

const measureTime: RouteMiddleware = async (context, next) => {
  const started = performance.now()
  await next()
  context.set('X-Response-Time', `${Math.ceil(performance.now() - started)}ms`)
}

/** Lets addresses pass that match a pattern of `whitelist`, if there is one, and none of `blacklist`. */
function allowAddresses({ whitelist, blacklist }: Options): RouteMiddleware {
  // Bounded input: the address of a client, and patterns of the project.
  const patterns = (list: unknown) => (Array.isArray(list) ? list.map((each) => new RegExp(String(each))) : null)
  const [allowed, denied] = [patterns(whitelist), patterns(blacklist)]
  return (context, next) => {
    const matches = (list: readonly RegExp[]) => list.some((pattern) => pattern.test(context.ip))
    const passes = (allowed === null || matches(allowed)) && !(denied !== null && matches(denied))
    if (!passes) throw new ApiError('ForbiddenError')
    return next()
  }
}
