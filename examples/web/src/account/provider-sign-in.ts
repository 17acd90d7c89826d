import type { Api } from '../service.js'

/** The name of a provider that the service has, set at build time; undefined for none. */
export const provider: string | undefined = import.meta.env.VITE_SIGN_IN_PROVIDER

/** Sends the browser to the provider, which leads back to the first page. */
export async function startSignIn(api: Api): Promise<void> {
  if (provider === undefined) return
  await api.auth.signInWith(provider, { callback: `${window.location.origin}/` })
}

/** Completes a sign-in with the provider, if the browser comes back from one. */
export async function completeSignIn(api: Api): Promise<void> {
  const { search, pathname } = window.location
  const parameters = new URLSearchParams(search)
  if (!parameters.has('sign_in_code') && !parameters.has('error')) return
  // The code must not stay in the history.
  window.history.replaceState(null, '', pathname)
  await api.auth.callback(search)
}
