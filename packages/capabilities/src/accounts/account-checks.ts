import { roleType, userType } from '@content-api/engine/plan'
import type { ChangeChecks } from '@content-api/core/entries/change-checks'
import { ownTables } from './own-tables.js'
import { requireAllOf } from './roles.js'
import { requireAllOfUser } from './user-rules.js'

const scope = { tables: ownTables }

/** Nobody changes a user or a role with more permissions than their own, such as the picture of a user. */
export const accountChecks: ChangeChecks = new Map([
  [
    userType,
    async (transaction, id, caller) => {
      await ownTables.lockUser(transaction, id)
      await requireAllOfUser(scope, transaction, id, caller)
    },
  ],
  [
    roleType,
    async (transaction, id, caller) => {
      const role = await ownTables.findRole(transaction, id)
      if (role) await requireAllOf(scope, transaction, role.type, caller)
    },
  ],
])
