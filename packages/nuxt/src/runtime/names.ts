/** The first part of the keys of `useAsyncData`. */
export const KEY_PREFIX = 'content-api:'

/** The path below which the server of the application passes requests of browsers to the content service. */
export const PROXY = '/_content'

/** The path that ends the session of the browser. */
export const SESSION = `${PROXY}/session`

/** What browsers get instead of a token, which stays in a cookie that scripts can't read. */
export const STAND_IN = 'in-a-cookie'

/** The cookie of the token. */
export const TOKEN = 'content-api.token'

/** The state of a page: whether the request had a token. */
export const SIGNED_IN = 'content-api:signed-in'
