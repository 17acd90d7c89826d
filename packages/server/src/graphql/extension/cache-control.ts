import { type GraphQLResolveInfo, getNamedType, isLeafType } from 'graphql'
import { ExtensionError, checkKeys } from '../../project/extension-error.js'
import { isRecord } from '@content-api/model'
import type { CacheHint } from '../cache-hints.js'
import type { GraphqlContext } from '../service.js'

const scopes: readonly unknown[] = ['PUBLIC', 'PRIVATE']

/**
 * Adds `info.cacheControl` of Apollo Server. As in Apollo Server, all fields of an operation decide whether
 * the response may be cached. Fields of entries forbid it, so only hints of root fields with scalar results,
 * such as a number or JSON, have an effect.
 */
export function withCacheControl(info: GraphQLResolveInfo, { hint }: GraphqlContext): GraphQLResolveInfo {
  const isUsed = info.path.prev === undefined && isLeafType(getNamedType(info.returnType))
  const cacheControl = {
    cacheHint: { maxAge: 0, scope: 'PUBLIC' } as CacheHint,
    setCacheHint(input: unknown): void {
      cacheControl.cacheHint = { ...cacheControl.cacheHint, ...checkHint(input) }
      if (hint && isUsed) hint.value = cacheControl.cacheHint
    },
  }
  return Object.assign(info, { cacheControl })
}

/** Checks a cache hint. @throws ExtensionError */
function checkHint(input: unknown): Partial<CacheHint> {
  if (!isRecord(input)) throw new ExtensionError('setCacheHint takes an object: { maxAge, scope }.')
  checkKeys('a cache hint', input, ['maxAge', 'scope'])
  const { maxAge, scope } = input
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && (maxAge as number) >= 0)) {
    throw new ExtensionError('maxAge of a cache hint is a number of seconds.')
  }
  if (scope !== undefined && !scopes.includes(scope)) {
    throw new ExtensionError('scope of a cache hint is "PUBLIC" or "PRIVATE".')
  }
  return input
}
