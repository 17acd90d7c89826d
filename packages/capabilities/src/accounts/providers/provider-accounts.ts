import { randomInt } from 'node:crypto'
import type { ProviderUser } from '@content-api/engine/accounts'
import type { AnyTransaction } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import { digest } from '@content-api/core/secrets/digest'
import { emailIssues } from '../body-fields.js'
import { hasInvisible, normalizeIdentifier, withoutInvisible } from '../identifiers.js'
import { mayRegister } from '../register.js'
import type { AccountsScope } from '../scope.js'
import type { SignedIn } from '../issue-tokens.js'
import { signedIn } from '../sign-in.js'
import { createUser } from '../users.js'
import type { Taken } from '../user-rules.js'
import type { Profile } from './profile.js'

/** An account at a provider that has signed in. */
export interface ProviderAccount {
  /** The name of the provider in the configuration. */
  readonly provider: string
  /** Identifies the provider even if another one gets its name. */
  readonly issuer: string
  readonly profile: Profile
}

const problem = (message: string) => new ApiError('ApplicationError', message)

/**
 * Signs in the user of an account at a provider. The first sign-in finds the user by the verified address, or
 * creates one. From then on the user belongs to that account, whatever its address.
 * @throws ApiError ApplicationError if there is no verified address, the address has another user,
 * registration is disabled, or the user is blocked
 */
export async function signInByProfile(scope: AccountsScope, account: ProviderAccount): Promise<SignedIn> {
  const key = digest(JSON.stringify([account.provider, account.issuer, account.profile.subject]))
  const known = await scope.tables.findUserByProviderAccount(scope.database, key)
  if (known) return admitted(known)
  const email = verifiedEmail(account.profile)
  const found = await scope.database.write((transaction) => linkByEmail(scope, transaction, { ...account, email, key }))
  if (found) return admitted(found)
  if (!(await scope.settings()).register.enabled) throw problem('Register action is actually not available.')
  return createAccount(scope, account, { email, key })
}

function admitted(user: ProviderUser): SignedIn {
  if (user.blocked) throw problem('Your account has been blocked by an administrator')
  return signedIn(user)
}

function verifiedEmail({ email, isVerified }: Profile): string {
  if (email === null || emailIssues(email).length > 0) throw problem('Email was not available.')
  if (!isVerified || !isPlain(email.trim())) throw problem('The provider has not verified the e-mail address.')
  return normalizeIdentifier(email).toLowerCase()
}

/**
 * Returns whether the stored form of an address only differs in case and in the form of its domain. Another
 * mailbox may have the name in compatibility forms, such as full-width letters, or with invisible
 * characters.
 */
function isPlain(address: string): boolean {
  const name = address.slice(0, address.lastIndexOf('@'))
  return normalizeIdentifier(name) === name && !hasInvisible(address)
}

interface NewLink {
  readonly provider: string
  readonly email: string
  readonly key: string
}

/**
 * Returns the user with a verified address, who belongs to the provider's account from now on; null if there
 * is none.
 * @throws ApiError ApplicationError if the user must not be linked
 */
async function linkByEmail(
  { tables, settings }: AccountsScope,
  transaction: AnyTransaction,
  { provider, email, key }: NewLink,
): Promise<ProviderUser | null> {
  await tables.lockEmail(transaction, email)
  const found = await tables.findUserByEmail(transaction, email)
  if (!found) return null
  await tables.lockUser(transaction, found.id)
  // Another request may have linked the user while this one waited.
  const user = await tables.findUserByEmail(transaction, email)
  if (!user || user.providerAccount === key) return user
  // Without mail that confirms them, anybody could have registered the address of somebody else.
  const { linkAccounts, register } = await settings()
  const mayLink = linkAccounts && register.confirmEmail && user.confirmed === true
  if (user.providerAccount !== null || (user.provider !== provider && !mayLink)) {
    throw problem(register.enabled ? 'Email is already taken.' : 'Register action is actually not available.')
  }
  await tables.changeUser(transaction, user.id, { providerAccount: key })
  return user
}

/** How many user names are tried before the sign-in fails. */
const attempts = 10

/** Creates a user without a password, who may set one by mail. */
async function createAccount(
  scope: AccountsScope,
  { provider, profile }: ProviderAccount,
  { email, key }: { readonly email: string; readonly key: string },
): Promise<SignedIn> {
  const { role } = (await scope.settings()).register
  const roleId = (await scope.tables.readRoles(scope.database)).find(({ type }) => type === role)?.id
  if (roleId === undefined) throw problem('Impossible to find the default role')
  const name = usableName(profile.username) ?? usableName(email.slice(0, email.lastIndexOf('@'))) ?? 'user'
  const { registry } = scope.database
  const attributes = Object.fromEntries(
    Object.entries(profile.attributes ?? {}).filter(([attribute]) => mayRegister(registry, attribute)),
  )
  for (let attempt = 1; ; attempt++) {
    let conflict: Taken | null = null
    const taken = (what: Taken) => {
      conflict = what
      return 'Email is already taken.'
    }
    const username = attempt === 1 ? name : `${name}-${randomInt(10_000, 1_000_000)}`
    const values = { ...attributes, username, email, provider, confirmed: true, blocked: false, role: roleId }
    try {
      const id = await createUser(scope, values, { taken, providerAccount: key })
      return signedIn({ id, tokensValidFrom: null })
    } catch (error) {
      if (conflict === null) throw error
      // A concurrent request may have created the user of this account.
      const user = await scope.tables.findUserByProviderAccount(scope.database, key)
      if (user) return admitted(user)
      if (conflict === 'email' || attempt === attempts) throw error
    }
  }
}

const shortestName = 3
const longestName = 60
/** Characters of a provider's name that are read. Most of them may be invisible. */
const readCharacters = 4 * longestName

/** Returns a valid user name; null if the name of the provider can't be one. */
function usableName(name: string | null): string | null {
  if (name === null) return null
  const visible = withoutInvisible(normalizeIdentifier(name.slice(0, readCharacters)))
  const usable = Array.from(visible).slice(0, longestName).join('').trim()
  return usable.length < shortestName ? null : usable
}
