import type { ContentType } from '@content-api/model'
import type { Caller } from '../../entries/caller.js'
import { ApiError } from '../../errors/api-error.js'
import type { Action } from '../../query/permissions.js'
import type { OperationKind, RootField } from '../schema/root-fields.js'
import { scopesOf } from '../../project/extension-input.js'
import type { ResolverOptions } from '../../project/project-types.js'

/** The permission that a generated root field asks for. */
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
  /** Whether an extension answers it. */
  readonly own: boolean
}

/** Whether it says who may, in place of what the field asks for by itself. */
export function replacesPermission(auth: ResolverOptions['auth']): boolean {
  return auth === false || scopesOf(auth).length > 0
}

/** Who goes on, with which rights. @throws ApiError ForbiddenError */
export type Authorize = (caller: Caller) => Caller

/** null where nothing is asked beyond what the resolver asks by itself. */
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
    // Without a scope it is for people who have signed in, and for whoever may do everything.
    if (caller.kind !== 'user' && !caller.may(`graphql::${path}`)) throw new ApiError('ForbiddenError')
    return caller
  }
}

/** The caller with the permission of the generated field itself; what its selection leads to takes its own. */
function grant(caller: Caller, path: string, generated: RootField | undefined): Caller {
  if (!generated) return caller
  const granted = actionOf[generated.kind]
  const can = (action: Action, type: ContentType) =>
    (action === granted && type.uid === generated.type.uid) || caller.can(action, type)
  // Plans are kept by who asks: these are not the caller's usual ones.
  return { ...caller, key: `${caller.key} ${path}`, can }
}
