import { ExtensionError } from '../../project/extension-error.js'
import { scopesOf } from '../../project/extension-input.js'
import type { ExtensionParts, ResolverOptions } from '../../project/project-types.js'

/**
 * Merges the options of all extensions for each `Type.field`. Policies and middlewares of all extensions
 * apply, in the order of the extensions, so that none is lost when several extensions configure a field.
 * @param attempt runs a step that throws an ExtensionError for different values of `auth`
 */
export function mergeOptions(
  parts: readonly ExtensionParts[],
  attempt: (work: () => void) => boolean,
): ReadonlyMap<string, ResolverOptions> {
  const merged = new Map<string, ResolverOptions>()
  for (const [path, options] of parts.flatMap(({ resolversConfig = {} }) => Object.entries(resolversConfig))) {
    const known = merged.get(path)
    attempt(() => merged.set(path, known ? merge(path, known, options) : options))
  }
  return merged
}

function merge(path: string, first: ResolverOptions, second: ResolverOptions): ResolverOptions {
  if (first.auth !== undefined && second.auth !== undefined && comparable(first.auth) !== comparable(second.auth)) {
    throw new ExtensionError(
      `auth of ${path} is set twice: ${comparable(first.auth)} and ${comparable(second.auth)}. Remove one of them.`,
    )
  }
  const auth = first.auth ?? second.auth
  return {
    ...(auth !== undefined && { auth }),
    policies: [...(first.policies ?? []), ...(second.policies ?? [])],
    middlewares: [...(first.middlewares ?? []), ...(second.middlewares ?? [])],
  }
}

/**
 * Returns `auth` in a form that can be compared. An empty scope means `true`, and the order of a scope
 * doesn't matter.
 */
function comparable(auth: ResolverOptions['auth']): string {
  const scope = scopesOf(auth).toSorted()
  return scope.length > 0 ? JSON.stringify({ scope }) : String(auth !== false)
}
