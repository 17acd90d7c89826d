import { type AnyContentTypes, type Client, type ClientOptions, createClient } from '@content-api/sdk'
import { strapi5 } from '@content-api/sdk/strapi5'

/** The address of the content service, and how to send requests to it. */
export interface Connection {
  /** Default `http://localhost:1337`. */
  readonly url?: string | undefined
  /** The version of the API. Default `strapi4`. */
  readonly api?: 'strapi4' | 'strapi5'
  /** An API token, for requests without a user. */
  readonly token?: string | undefined
  /** Other options of the client: `defaults`, `prefix`, `fetch` … */
  readonly client?: Omit<ClientOptions, 'baseURL' | 'token' | 'api' | 'shape'>
}

/** Returns the address of the service. */
export const urlOf = ({ url }: Connection): string => url || 'http://localhost:1337'

/** Creates a client. Its type doesn't show the version of the API, which is only known at run time. */
export function connect(connection: Connection): Client<AnyContentTypes, 'flat'> {
  const { api, token, client } = connection
  return createClient({
    ...client,
    baseURL: urlOf(connection),
    token,
    ...(api === 'strapi5' && { api: strapi5() }),
  })
}
