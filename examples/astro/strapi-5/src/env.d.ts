import type { Auth, Client as ClientOf, Upload } from '@content-api/sdk'
import type { ContentTypes, User } from './content-types.gen'

declare global {
  /** The client of a request, as the user whose token is in the cookie of the request. */
  type Client = ClientOf<ContentTypes, 'strapi5'> & { auth: Auth<User> } & Upload

  namespace App {
    interface Locals {
      api: Client
    }
  }
}
