import type { ConfigInput, ContentApi } from '@content-api/server'

interface ServedArticles {
  readonly api: ContentApi
  readonly url: string
  readonly demo: { readonly username: string; readonly email: string; readonly password: string }
}

interface ServeOptions {
  readonly database: string
  readonly uploads: string
  readonly port?: number
  readonly webhooks?: NonNullable<ConfigInput['webhooks']>
}

export declare function serveArticles(options: ServeOptions): Promise<ServedArticles>
