import type { ContentType } from '@content-api/model'
import type { Caller } from '../../entries/caller.js'
import { ApiError } from '@content-api/engine/errors/api-error'
import type { Action } from '../../query/permissions.js'
import type { OperationKind, RootField } from '../schema/root-fields.js'
import { scopesOf } from '../../project/extension-input.js'
import type { ResolverOptions } from '../../project/project-types.js'

/** The action that each generated root field requires. */
const actionOf: Readonly<Record<OperationKind, Action>> = {
  find: 'find',
  findOne: 'findOne',
  findSingle: 'find',
  create: 'create',
  update: 'update',
  delete: 'delete',
  updateSingle: 'update',
  deleteSingle: 'delete',
  createLocalization: 'createLocalization',
}

export interface GuardedField {
  /** `Query.articles`, for example. */
  readonly path: string
  readonly auth: ResolverOptions['auth']
  /** Set for root fields that Shadow CRUD generated. */
  readonly generated: RootField | undefined
  /** Whether the extension defines the field or has a resolver for it. */
  readonly own: boolean
}

/** Returns whether `auth` replaces the permission that a field requires by default. */
export function replacesPermission(auth: ResolverOptions['auth']): boolean {
  return auth === false || scopesOf(auth).length > 0
}

/** Checks the caller and returns it with its rights for the field. @throws ApiError ForbiddenError */
export type Authorize = (caller: Caller) => Caller

/** Returns the check of a field, or null if the checks of the resolver itself suffice. */
export function authorization(field: GuardedField): Authorize | null {
  const { path, auth, generated, own } = field
  const scopes = scopesOf(auth)
  const isRoot = /^(Query|Mutation)\./.test(path)
  if (auth === false) return (caller) => grant(caller, path, generated)
  if (scopes.length > 0) {
    return (caller) => {
      if (!scopes.every((scope) => caller.may(scope))) throw new ApiError('ForbiddenError')
      return grant(caller, path, generated)
    }
  }
  if (!own || !isRoot) return null
  if (generated) {
    const { type, kind } = generated
    return (caller) => {
      if (!caller.can(actionOf[kind], type)) throw new ApiError('ForbiddenError')
      return caller
    }
  }
  return (caller) => {
    // Without a scope, the caller must be a signed-in user or have every permission.
    if (caller.kind !== 'user' && !caller.may(`graphql::${path}`)) throw new ApiError('ForbiddenError')
    return caller
  }
}

/** Adds the permission of the generated field to the caller. Linked types still require their own permissions. */
function grant(caller: Caller, path: string, generated: RootField | undefined): Caller {
  if (!generated) return caller
  const granted = actionOf[generated.kind]
  const can = (action: Action, type: ContentType) =>
    (action === granted && type.uid === generated.type.uid) || caller.can(action, type)
  // The plan cache identifies callers by their key. These rights differ from the caller's own, so they need
  // another key.
  return { ...caller, key: `${caller.key} ${path}`, can }
}
