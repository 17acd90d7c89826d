import type { ContentType } from '@content-api/model'
import type { Config } from '../config/schema.js'
import type { HookScope } from '../entries/hooks/run-hooks.js'
import type { Message } from '../mail/messages.js'
import type { PlanContext } from '../query/plan-context.js'
import type { Can } from '../query/permissions.js'
import type { Database } from '../storage/database.js'
import { userType } from '../storage/system-tables.js'
import type { JwtOptions } from './jwt.js'

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

/** Mail on its way. */
export interface MailQueue {
  /** Null where mail can be sent; else what to tell those who need it. */
  readonly missing: string | null
  /** Does the work that ends in a mail after the answer, whose time must tell nothing of whether there was one. */
  later(work: () => Promise<void>): void
  send(to: string, message: Message): Promise<void>
  /** Resolves when everything begun so far has ended. */
  settled(): Promise<void>
}

export const userSchema = ({ database }: Pick<AccountsScope, 'database'>): ContentType =>
  database.registry.contentType(userType)
