import { type GraphQLResolveInfo, getNamedType, isLeafType } from 'graphql'
import { ExtensionError, checkKeys } from '../../project/extension-error.js'
import { isRecord } from '@content-api/model'
import type { CacheHint } from '../cache-hints.js'
import type { GraphqlContext } from '../service.js'

const scopes: readonly unknown[] = ['PUBLIC', 'PRIVATE']

/**
 * Gives resolvers `info.cacheControl` of Apollo Server. As there, what may be kept is decided by all that an operation asks
 * for: entries aren't, so that only root fields of values alone, a number or JSON, can say anything.
 */
export function withCacheControl(info: GraphQLResolveInfo, { hint }: GraphqlContext): GraphQLResolveInfo {
  const isHeard = info.path.prev === undefined && isLeafType(getNamedType(info.returnType))
  const cacheControl = {
    cacheHint: { maxAge: 0, scope: 'PUBLIC' } as CacheHint,
    setCacheHint(given: unknown): void {
      cacheControl.cacheHint = { ...cacheControl.cacheHint, ...checkHint(given) }
      if (hint && isHeard) hint.given = cacheControl.cacheHint
    },
  }
  return Object.assign(info, { cacheControl })
}

/** @throws ExtensionError for a hint that says nothing */
function checkHint(given: unknown): Partial<CacheHint> {
  if (!isRecord(given)) throw new ExtensionError('setCacheHint takes an object: { maxAge, scope }.')
  checkKeys('a cache hint', given, ['maxAge', 'scope'])
  const { maxAge, scope } = given
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && (maxAge as number) >= 0)) {
    throw new ExtensionError('maxAge of a cache hint is a number of seconds.')
  }
  if (scope !== undefined && !scopes.includes(scope)) {
    throw new ExtensionError('scope of a cache hint is "PUBLIC" or "PRIVATE".')
  }
  return given
}
