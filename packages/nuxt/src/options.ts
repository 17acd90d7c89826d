import type { ModelSource } from '@content-api/sdk/content-types'

/** The options of the module: `contentApi` in `nuxt.config.ts`. */
export interface ModuleOptions {
  /**
   * The address of the content service, for browsers and, without `serverUrl`, for the server. The
   * environment variable `NUXT_PUBLIC_CONTENT_API_URL` replaces it.
   */
  readonly url?: string
  /** The address of the service inside the network of the server. `NUXT_CONTENT_API_URL` replaces it. */
  readonly serverUrl?: string
  /**
   * The token of the server's own requests, when no user is logged in. Browsers don't get it.
   * `NUXT_CONTENT_API_TOKEN` replaces it.
   */
  readonly token?: string
  /** The version of the API. Default `strapi4`. */
  readonly api?: 'strapi4' | 'strapi5'
  /**
   * How users sign in: `token` (default) for one token per login, `sessions` for refresh tokens, false to
   * leave out sign-in.
   */
  readonly auth?: 'token' | 'sessions' | false
  /**
   * Whether browsers send their requests through the server of the application, below `/_content`, so that
   * tokens stay in cookies that scripts can't read. Default true, and false for `nuxt generate`: browsers
   * then send requests to `url`, and scripts can read the cookies.
   */
  readonly proxy?: boolean
  /** Where the content types come from. Without it, names and results are untyped. Paths begin at the root folder. */
  readonly types?: ModelSource
}
