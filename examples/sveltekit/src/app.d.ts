import type { Auth, Client, Upload } from '@content-api/sdk'
import type { ContentTypes, User } from './content-types.gen'

declare global {
  namespace App {
    interface Locals {
      /** The client of the request, as the user whose token is in its cookie. */
      api: Client<ContentTypes, 'flat'> & { auth: Auth<User> } & Upload
    }
  }
}
