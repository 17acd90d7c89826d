import type { Caller } from '../entries/caller.js'
import { actionUid } from './actions.js'
import type { Grants } from './grants.js'

/** The caller with these grants: whatever asks for permission asks here. */
export function callerWith(grants: Grants, kind: Caller['kind'], userId: number | null = null): Caller {
  return {
    key: grants.key,
    kind,
    userId,
    may: grants.may,
    // Administrators are seen through createdBy and updatedBy alone, whoever asks.
    can: (action, type) => !type.uid.startsWith('admin::') && grants.may(actionUid(action, type)),
  }
}
