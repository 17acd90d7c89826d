import type { GraphQLSchema } from 'graphql'
import type { Configuration } from '../profile/configuration.js'
import type { Profile } from '../profile/profile.js'
import type { HttpClient } from './http-client.js'
import type { InprocAdapter } from './inproc.js'
import type { Journal } from './journal.js'

/** A target as a run sees it: how to ask it, what it is taken to be, and the run's own identity. */
export interface Target {
  readonly client: HttpClient
  readonly configuration: Configuration
  readonly profile: Profile
  readonly journal: Journal
  /** Part of every marker; unguessable, so that no entry of anybody else carries it. */
  readonly run: string
  readonly mayWrite: boolean
  /** What the configuration gives as the GraphQL schema, for targets that do not tell theirs. */
  readonly schema?: GraphQLSchema
  /** Reaches the extension interface, where the target is inside this process. */
  readonly inproc?: InprocAdapter
}

/** In whose name a request is made. */
export type Caller = 'full' | 'restricted' | 'public' | { readonly token: string }

export function tokenOf(caller: Caller, { tokens }: Configuration): string | undefined {
  if (typeof caller === 'object') return caller.token
  return caller === 'public' ? undefined : tokens[caller]
}
