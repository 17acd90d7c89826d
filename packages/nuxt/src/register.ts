/**
 * The types of the application, which the module generates at `nuxt prepare` into `.nuxt/types`: its content
 * types, the version of the API and the kind of sign-in.
 */
export interface Register {}
