import { type ContentType, isScalar, isRecord, type Registry, type Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors/api-error'
import { readOnlyAttributes } from '../query/body/plan-write.js'
import { linkTarget } from '@content-api/engine/plan/link-target'
import type { Action, Can } from '../query/permissions.js'
import type { PlanContext } from '../query/plan-context.js'
import type { Planning } from '../query/planning.js'
import { mayFollow } from '../query/usable-attributes.js'
import { actionUid } from '../auth/actions.js'
import { ExtensionError } from './extension-error.js'
import { checkQuery, usableQuery } from './shown-query.js'
import { withoutHidden } from './shown-entries.js'

type Values = Readonly<Record<string, unknown>>

/** The permissions in `state.auth` of a request. Without `auth` everything is allowed. */
export interface AuthOption {
  readonly auth?: { can?(action: string): boolean } | undefined
}

/** Checks and cleans the input and output of controllers, like `sanitize` and `validate` of Strapi 4. */
export interface ContentSanitizers {
  /** @throws ApiError for a query that the caller may not use */
  validateQuery(query: unknown, type: ContentType, option?: AuthOption): void
  /** Returns the query without parts that the caller may not use, for a service. @throws ApiError */
  query(query: unknown, type: ContentType, option?: AuthOption): Values
  /**
   * Removes read-only attributes.
   * @throws ApiError ForbiddenError for a relation to a type that the caller may not find
   */
  input(data: unknown, type: ContentType, option?: AuthOption): unknown
  /** Removes private attributes, passwords, and relations to types that the caller may not find. */
  output(data: unknown, type: Schema, option?: AuthOption): unknown
}

const canOf =
  ({ auth }: AuthOption = {}): Can =>
  (action: Action, type: ContentType) =>
    typeof auth?.can !== 'function' || auth.can(actionUid(action, type))

export function contentSanitizers(registry: Registry, planning: Planning): ContentSanitizers {
  const context = (type: ContentType, option?: AuthOption): PlanContext => {
    const can = canOf(option)
    // The route has already checked the permission for the type itself.
    return { registry, ...planning, can: (action, other) => other.uid === type.uid || can(action, other) }
  }
  const queryOf = (query: unknown): Values => {
    if (query === undefined) return {}
    if (isRecord(query)) return query
    throw new ExtensionError('The query must be an object such as ctx.query.')
  }
  return {
    validateQuery: (query, type, option) => checkQuery(type, queryOf(query), context(type, option)),
    query: (query, type, option) => usableQuery(type, queryOf(query), context(type, option)),
    input: (data, type, option) => writable(data, type, context(type, option)),
    output: (data, type, option) => withoutHidden(data, type, { registry, can: canOf(option) }),
  }
}

function writable(data: unknown, schema: Schema, context: PlanContext): unknown {
  if (Array.isArray(data)) return data.map((item: unknown) => writable(item, schema, context))
  if (!isRecord(data)) return data
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(data)) {
    const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
    if (schema.model === 'contentType' && readOnlyAttributes.has(name)) continue
    kept[name] = value
    if (!attribute || isScalar(attribute)) continue
    if (!mayFollow(schema, name, attribute, context)) throw new ApiError('ForbiddenError')
    const part = attribute.type === 'component' ? linkTarget(attribute, context.registry) : undefined
    if (part) kept[name] = writable(value, part, context)
    else if (attribute.type === 'dynamiczone' && Array.isArray(value)) {
      kept[name] = value.map((item: unknown) => {
        const uid = isRecord(item) ? item['__component'] : undefined
        const component = typeof uid === 'string' ? context.registry.components.get(uid) : undefined
        return component ? writable(item, component, context) : item
      })
    }
  }
  return kept
}
