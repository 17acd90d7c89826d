import type { ContentType } from '@content-api/model'
import type { Config } from '@content-api/core/config/schema'
import type { HookScope } from '@content-api/core/entries/hooks/run-hooks'
import type { PlanContext, Can } from '@content-api/core/query/plan-context'
import type { AnyDatabase } from '@content-api/engine/database'
import { userType } from '@content-api/engine/plan'
import type { AccountStore } from './account-store.js'
import type { JwtOptions, TokenEpochs } from './jwt.js'
import type { Sessions } from './sessions/sessions.js'
import type { MailQueue } from './mail-queue.js'

/** The dependencies of the operations on accounts. */
export interface AccountsScope
  extends Pick<AccountStore, 'tables' | 'users' | 'passwords' | 'settings' | 'checkRegistration'> {
  readonly database: AnyDatabase
  readonly config: Config['auth']
  readonly jwt: JwtOptions
  readonly epochs: TokenEpochs
  /** Null unless the configuration has `auth.sessions`. */
  readonly sessions: Sessions | null
  /** The length of the IPv6 prefix that identifies a client. */
  readonly ipv6Prefix: number
  /** If true, unknown members of bodies are errors. If false, they are ignored. */
  readonly strict: boolean
  readonly context: (can: Can) => PlanContext
  readonly mail: MailQueue
  readonly hooks: HookScope
  /** All actions that can be granted. */
  readonly actions: readonly string[]
}

export const userSchema = ({
  database,
}: {
  readonly database: Pick<AccountsScope['database'], 'registry'>
}): ContentType => database.registry.contentType(userType)
