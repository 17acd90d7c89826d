import type { GraphQLSchema } from 'graphql'
import type { Configuration } from '../profile/configuration.js'
import type { Profile } from '../profile/profile.js'
import type { HttpClient } from './http-client.js'
import type { InprocAdapter } from './inproc.js'
import type { Journal } from './journal.js'

/** The target of a run: its client, its expected capabilities, and the identity of the run. */
export interface Target {
  readonly client: HttpClient
  readonly configuration: Configuration
  readonly profile: Profile
  readonly journal: Journal
  /** Part of every marker. It is random, so that no other entry contains it. */
  readonly run: string
  readonly mayWrite: boolean
  /** The GraphQL schema of the configuration, for targets without introspection. */
  readonly schema?: GraphQLSchema
  /** Gives access to the extension interface of a target in this process. */
  readonly inproc?: InprocAdapter
}

/** Whose credentials a request sends: the full token, the restricted token, none, or another token. */
export type Caller = 'full' | 'restricted' | 'public' | { readonly token: string }

export function tokenOf(caller: Caller, { tokens }: Configuration): string | undefined {
  if (typeof caller === 'object') return caller.token
  return caller === 'public' ? undefined : tokens[caller]
}
