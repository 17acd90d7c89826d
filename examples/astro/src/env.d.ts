import type { ContentApi } from '@content-api/astro'
import type { ContentTypes } from './content-types.gen'

declare global {
  /** The client of a request, as the user whose token is in the cookie of the request. */
  type Client = ContentApi<ContentTypes>

  namespace App {
    interface Locals {
      api: Client
    }
  }
}
