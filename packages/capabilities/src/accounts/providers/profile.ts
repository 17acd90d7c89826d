import { isRecord } from '@content-api/model'
import type { ProfilePaths } from '@content-api/core/config/provider-presets'

/** What a provider reports about the user who signed in there. */
export interface Profile {
  /** The id of the account at the provider. */
  readonly subject: string
  /** Null if the provider reports none. */
  readonly email: string | null
  /** Whether the provider has verified that the address belongs to the user. */
  readonly isVerified: boolean
  readonly username: string | null
  /** Further attributes of a new user, from code of the project. */
  readonly attributes?: Readonly<Record<string, unknown>>
}

/** Tokens that an application got from a provider, such as an app for phones with the provider's library. */
export interface ApplicationTokens {
  readonly accessToken: string | undefined
  readonly idToken: string | undefined
}

/** The profile of an accepted token. */
export interface ApplicationProfile {
  readonly profile: Profile
  /** When the token expires, in seconds since 1970. */
  readonly expires: number
}

/** Reads the values of an account from a profile. Returns null if it has no id. */
export function readProfile(document: unknown, paths: ProfilePaths, trustEmail: boolean): Profile | null {
  const subject = textAt(document, paths.subject)
  if (subject === null) return null
  const email = textAt(document, paths.email)
  const verified = paths.emailVerified === undefined ? undefined : valueAt(document, paths.emailVerified)
  return {
    subject,
    email,
    isVerified: email !== null && (trustEmail || isTrue(verified) || verified === email),
    username: paths.username.map((path) => textAt(document, path)).find((name) => name !== null) ?? null,
  }
}

/** Some providers send `"true"` or `1`. A path to the address itself means that they only send verified ones. */
const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1'

/** Returns the value at a name, or at a path with dots. */
export function valueAt(document: unknown, path: string): unknown {
  // Names of claims may have dots and colons: `https://app.example/email`, `cognito:username`.
  if (isRecord(document) && Object.hasOwn(document, path)) return document[path]
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), document)
}

/** Returns a string or a number as a string; null for others and for an empty one. */
export function textAt(document: unknown, path: string): string | null {
  const value = valueAt(document, path)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns the primary address of a list as at GitHub, if it is verified. */
export function primaryEmail(list: unknown): { readonly email: string; readonly verified: boolean } | null {
  const entries = Array.isArray(list) ? list.filter(isRecord) : []
  const primary = entries.find((entry) => entry['primary'] === true)
  const email = primary?.['email']
  return typeof email === 'string' ? { email, verified: primary?.['verified'] === true } : null
}
