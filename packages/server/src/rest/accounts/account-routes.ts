import type { Accounts } from '../../auth/accounts.js'
import type { ActionRoutes } from '../action-endpoints.js'
import { authRoutes } from './auth-routes.js'
import { roleRoutes } from './role-routes.js'
import { userRoutes } from './user-routes.js'

/** Users, roles and how people sign in (specification §5; paths and shapes are not shown there but observed). */
export function accountRoutes(accounts: Accounts): ActionRoutes {
  return { ...authRoutes(accounts), ...userRoutes(accounts), ...roleRoutes(accounts) }
}
