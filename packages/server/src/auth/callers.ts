import type { Caller, SignedInUser } from '../entries/caller.js'
import { actionUid } from './actions.js'
import type { Grants } from './grants.js'

/** The caller with these grants: whatever asks for permission asks here. */
export function callerWith(grants: Grants, kind: Caller['kind'], user: SignedInUser | null = null): Caller {
  return {
    key: grants.key,
    kind,
    userId: user?.id ?? null,
    user,
    may: grants.may,
    // Administrators are seen through createdBy and updatedBy alone, whoever asks.
    can: (action, type) => !type.uid.startsWith('admin::') && grants.may(actionUid(action, type)),
  }
}
