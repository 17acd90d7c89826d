import type { Api } from '../service.js'

/** How a visitor becomes a user. */
export type EntranceKind = 'sign-in' | 'register'

export interface Credentials {
  /** The user name. To sign in, it may also be the e-mail address. */
  readonly username: string
  readonly email: string
  readonly password: string
}

/**
 * Signs in, or creates an account and signs in. @throws ApiError whose issues name the credentials. A sign-in
 * names the user name `identifier`.
 */
export async function enter(api: Api, kind: EntranceKind, { username, email, password }: Credentials) {
  const { user } =
    kind === 'sign-in'
      ? await api.auth.login({ identifier: username, password })
      : await api.auth.register({ username, email, password })
  return user
}
