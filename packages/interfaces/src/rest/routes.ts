import type { ContentType, Registry } from '@content-api/model'
import { actionUid } from '@content-api/capabilities/accounts/actions'
import { readId } from '@content-api/core/query/raw-value'
import { type Endpoint, collection, entry, entryLocalizations, single, singleLocalizations } from './endpoints.js'

/** The route of a path. */
export interface Route {
  readonly type: ContentType
  /** The id in the path; null if there is none. */
  readonly id: number | null
  readonly endpoint: Endpoint
}

/** Returns the route of the segments of a path, or null for an unknown path. */
type FindRoute = (segments: readonly string[]) => Route | null

/** Returns whether a type has generated routes. Types of plugins have routes of their own. */
export function hasRoutes(type: ContentType): boolean {
  return type.uid.startsWith('api::')
}

/** The actions whose generated routes a project removes. */
export type RemovedActions = ReadonlySet<string>

/**
 * Routes of specification §4.1: collections have `/:pluralApiId` and `/:pluralApiId/:id`, single types
 * `/:singularApiId`.
 */
export function createRoutes(registry: Registry, removed: RemovedActions = new Set()): FindRoute {
  const types = new Map<string, ContentType>()
  for (const type of registry.contentTypes.values()) {
    if (!hasRoutes(type)) continue
    types.set((type.kind === 'singleType' ? type.singularName : type.pluralName).toLowerCase(), type)
  }
  return (segments) => {
    const [name = '', ...rest] = segments
    const type = types.get(name.toLowerCase())
    if (!type) return null
    const route = type.kind === 'singleType' ? singleRoute(type, rest) : collectionRoute(type, rest)
    return route && removed.size > 0 ? withoutRemoved(route, removed) : route
  }
}

/** Returns the route without removed operations, or null if no operation is left. */
function withoutRemoved(route: Route, removed: RemovedActions): Route | null {
  const kept = Object.entries(route.endpoint).filter(([, { action }]) => !removed.has(actionUid(action, route.type)))
  return kept.length === 0 ? null : { ...route, endpoint: Object.fromEntries(kept) }
}

const isLocalizations = (type: ContentType, segment: string | undefined) =>
  type.localized && segment?.toLowerCase() === 'localizations'

function singleRoute(type: ContentType, rest: readonly string[]): Route | null {
  if (rest.length === 0) return { type, id: null, endpoint: single }
  if (rest.length === 1 && isLocalizations(type, rest[0])) return { type, id: null, endpoint: singleLocalizations }
  return null
}

function collectionRoute(type: ContentType, rest: readonly string[]): Route | null {
  const [segment] = rest
  if (segment === undefined) return { type, id: null, endpoint: collection }
  const id = readId(segment)
  if (id === null) return null
  if (rest.length === 1) return { type, id, endpoint: entry }
  if (rest.length === 2 && isLocalizations(type, rest[1])) return { type, id, endpoint: entryLocalizations }
  return null
}

/** Returns the pattern of a route below the prefix, for example `/articles/:id`. */
export function patternOf({ type, id, endpoint }: Route): string {
  const name = type.kind === 'singleType' ? type.singularName : type.pluralName
  const isOfLocalizations = endpoint.POST?.action === 'createLocalization'
  return `/${name}${id === null ? '' : '/:id'}${isOfLocalizations ? '/localizations' : ''}`
}

/** Returns a function that returns the methods of a path; none for an unknown path. */
export function methodsAt(
  registry: Registry,
  removed?: RemovedActions,
): (segments: readonly string[]) => readonly string[] {
  const findRoute = createRoutes(registry, removed)
  return (segments) => Object.keys(findRoute(segments)?.endpoint ?? {})
}

/** Returns the methods of an endpoint as the value of the `Allow` header. */
export function allowedMethods(endpoint: Readonly<Record<string, unknown>>): string {
  const methods = Object.keys(endpoint)
  return (methods.includes('GET') ? ['HEAD', ...methods] : methods).join(', ')
}
