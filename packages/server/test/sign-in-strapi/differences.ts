import type { ProjectDifference } from '../strapi/strapi-project-differences.js'

/** Decided differences of the sign-in with providers, whose scenarios name them. */
export const signInDecisions = {
  protected: {
    strapi: 'sends neither a state nor a challenge of PKCE to a provider.',
    ours: "sends both, and only accepts a provider's response in the browser that started the sign-in.",
    why: "an attacker's response would sign the victim in to the account of the attacker (login CSRF).",
  },
  discovered: {
    strapi: 'reads the profile from the userinfo endpoint of Auth0, CAS and Keycloak.',
    ours: 'discovers the addresses, and reads the profile from the ID token after checking its signature.',
    why: 'the ID token names the client and the sign-in that it was issued for.',
  },
  hidden: {
    strapi: "passes the provider's tokens to the page of the application in its address.",
    ours: 'passes one `access_token` of its own, which is valid for two minutes, once.',
    why: 'addresses are kept in histories and logs.',
  },
  verified: {
    strapi: 'believes every address that a provider reports.',
    ours: 'rejects addresses that the provider has not verified.',
    why: 'anybody could enter the address of somebody else there (pre-hijacking).',
  },
  unique: {
    strapi: 'creates a second user with the same address if `unique_email` is off.',
    ours: 'rejects the sign-in, as with `unique_email`.',
    why: 'one address belongs to one user.',
  },
  named: {
    strapi: 'creates a user whose name another user has.',
    ours: 'adds a number to the name.',
    why: 'users sign in by their names.',
  },
  audience: {
    strapi: 'accepts an `access_token` that the provider issued for any application.',
    ours: 'accepts only tokens that the provider reports as issued for `clientId`, each once.',
    why: 'every application with which a user has signed in could sign in as that user (token confusion).',
  },
  errors: {
    strapi:
      "adds the provider's error to the address of the page as `error` or `error[error]`, with all other parameters.",
    ours: 'adds `error`, and `error_description` if there is one. The log has the reason of `sign_in_failed`.',
    why: 'an application then reads one form of errors.',
  },
} as const

const name = '0401-sign-in-with-providers'

export const signInDifferences: readonly ProjectDifference[] = Object.values(signInDecisions).map((described) => ({
  name,
  described,
  replaced: {},
  comparedBy: 'sign-in-strapi',
}))
