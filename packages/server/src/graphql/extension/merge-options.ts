import { ExtensionError } from '../../project/extension-error.js'
import { scopesOf } from '../../project/extension-input.js'
import type { ExtensionParts, ResolverOptions } from '../../project/project-types.js'

/**
 * What all extensions say of each `Type.field`: policies and middlewares stand together in the order they were given, so that
 * none gets lost because another extension names the same field.
 * @throws ExtensionError where they differ on who may
 */
export function mergeOptions(parts: readonly ExtensionParts[]): ReadonlyMap<string, ResolverOptions> {
  const merged = new Map<string, ResolverOptions>()
  for (const [path, options] of parts.flatMap(({ resolversConfig = {} }) => Object.entries(resolversConfig))) {
    const known = merged.get(path)
    merged.set(path, known ? merge(path, known, options) : options)
  }
  return merged
}

function merge(path: string, first: ResolverOptions, second: ResolverOptions): ResolverOptions {
  if (first.auth !== undefined && second.auth !== undefined && asText(first.auth) !== asText(second.auth)) {
    throw new ExtensionError(
      `auth of ${path} is given twice: ${asText(first.auth)} and ${asText(second.auth)}. Leave one of them out.`,
    )
  }
  const auth = first.auth ?? second.auth
  return {
    ...(auth !== undefined && { auth }),
    policies: [...(first.policies ?? []), ...(second.policies ?? [])],
    middlewares: [...(first.middlewares ?? []), ...(second.middlewares ?? [])],
  }
}

/** Without permissions it is as if nothing was said, `true`; their order makes no difference. */
function asText(auth: ResolverOptions['auth']): string {
  const scope = scopesOf(auth).toSorted()
  return scope.length > 0 ? JSON.stringify({ scope }) : String(auth !== false)
}
