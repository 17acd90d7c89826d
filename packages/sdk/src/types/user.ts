import type { ToMany, ToOne } from './model.js'

/** The role of an account (specification §2.4). */
export interface Role {
  attributes: {
    name: string
    description: string | null
    type: string | null
    createdAt: string
    updatedAt: string
  }
  links: { users: ToMany<User> }
}

/**
 * An account (specification §2.4). A project that extends it passes its own type instead:
 * `auth<ContentTypes['user']>()`.
 */
export interface User {
  attributes: {
    username: string
    email: string
    provider: string | null
    confirmed: boolean | null
    blocked: boolean | null
    createdAt: string
    updatedAt: string
  }
  links: { role: ToOne<Role> }
  hidden: { password: string }
  required: 'username' | 'email' | 'password'
}
