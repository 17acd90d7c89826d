import type { ContentType } from '@content-api/model'
import type { Config } from '../config/schema.js'
import type { HookScope } from '../entries/hooks/run-hooks.js'
import type { PlanContext } from '../query/plan-context.js'
import type { Can } from '../query/permissions.js'
import type { Database } from '../storage/database.js'
import { userType } from '../query/account-types.js'
import type { JwtOptions } from './jwt.js'
import type { MailQueue } from './mail-queue.js'

/** What the operations on accounts work with. */
export interface AccountsScope {
  readonly database: Database
  readonly config: Config['auth']
  readonly jwt: JwtOptions
  /** Bits of an IPv6 address that stand for one client. */
  readonly ipv6Prefix: number
  /** Unknown members of bodies are errors; otherwise they are dropped. */
  readonly strict: boolean
  readonly context: (can: Can) => PlanContext
  readonly mail: MailQueue
  readonly hooks: HookScope
  /** Every action that can be granted. */
  readonly actions: readonly string[]
}

export const userSchema = ({ database }: Pick<AccountsScope, 'database'>): ContentType =>
  database.registry.contentType(userType)
