import { isRecord } from '@content-api/model'
import { isGuarded } from '../host/guarded.js'

/** A member that an object doesn't have. */
export interface MissingMember {
  /** The members before it that exist, and its own name. */
  readonly path: readonly string[]
  /** The names that exist at its place. */
  readonly known: readonly string[]
}

/**
 * Returns the first member of a path that doesn't exist. Only objects whose members are all known count:
 * members of maps and of values that code returns may be anything.
 * @param isClosed whether all members of an object are known
 */
export function missingMember(
  root: unknown,
  path: readonly string[],
  isClosed: (value: object, path: readonly string[]) => boolean = isGuarded,
): MissingMember | null {
  let value: unknown = root
  for (const [index, name] of path.entries()) {
    if (typeof value !== 'object' || value === null || !isClosed(value, path.slice(0, index))) return null
    if (!(name in value)) return { path: path.slice(0, index + 1), known: Object.keys(value) }
    try {
      value = (value as Record<string, unknown>)[name]
    } catch {
      // Some parts exist only when the service is open.
      return null
    }
  }
  return null
}

/**
 * Returns the known services of a plugin if one of them or the plugin is missing.
 * @param own the plugins of the project, whose services are not known
 */
export function lackingService(
  strapi: object,
  { plugin, service }: { readonly plugin: string; readonly service: string | undefined },
  own: readonly string[],
): { readonly known: readonly string[] | null } | null {
  if (own.includes(plugin)) return null
  const { plugin: find } = strapi as { readonly plugin: (name: string) => { readonly services: object } }
  let known: readonly string[] | null = null
  try {
    known = Object.keys(find(plugin).services)
  } catch {
    // `strapi` has no such plugin.
  }
  const isKnown = known !== null && (service === undefined || known.includes(service))
  return isKnown ? null : { known }
}

/** Whether an object of `@strapi/utils` has only the members that it has here. */
export const isUtility = (value: object) => isGuarded(value) || isRecord(value)
