import { findRole, lockUser } from '@content-api/engine/accounts'
import { roleType, userType } from '@content-api/engine/plan'
import type { ChangeChecks } from '@content-api/core/entries/change-checks'
import { requireAllOf } from './roles.js'
import { requireAllOfUser } from './user-rules.js'

/** Nobody changes a user or a role with more permissions than their own, such as the picture of a user. */
export const accountChecks: ChangeChecks = new Map([
  [
    userType,
    async (transaction, id, caller) => {
      await lockUser(transaction, id)
      await requireAllOfUser(transaction, id, caller)
    },
  ],
  [
    roleType,
    async (transaction, id, caller) => {
      const role = await findRole(transaction, id)
      if (role) await requireAllOf(transaction, role.type, caller)
    },
  ],
])
