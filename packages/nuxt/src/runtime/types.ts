import type { AnyContentTypes, Auth, Client, ContentTypes, SessionAuth, User } from '@content-api/sdk'
import type { Reactive, ReactiveReads, Returns } from '@content-api/sdk/frameworks'
import type { Register } from '../register.js'
import type { AsyncData } from 'nuxt/app'
import type { ContentError } from './content-error.js'

/** The content types of the application. Without generated types, all names are accepted. */
export type RegisteredTypes = Register extends { readonly contentTypes: infer Types extends ContentTypes }
  ? Types
  : AnyContentTypes

/** The user accounts of the service. */
export type RegisteredUser = RegisteredTypes extends { readonly user: infer U } ? U : User

/** The form of entries: attributes beside the id, or documents of Strapi 5. */
type RegisteredShape = Register extends { readonly api: 'strapi5' } ? 'strapi5' : 'flat'

type RegisteredAuth = Register extends { readonly auth: 'sessions' }
  ? { readonly auth: SessionAuth<RegisteredUser> }
  : Register extends { readonly auth: false }
    ? {}
    : { readonly auth: Auth<RegisteredUser> }

/** The client of the application. */
export type ContentApi = Client<RegisteredTypes, RegisteredShape> & RegisteredAuth

/** The options of the reads: those of `useAsyncData` that don't change its data. */
export interface ReadOptions {
  /** Whether the server reads. Default true. */
  readonly server?: boolean
  /** Whether a navigation in the browser shows the page before the data has been read. Default false. */
  readonly lazy?: boolean
  /** Whether the first read starts by itself. Default true. */
  readonly immediate?: boolean
}

/** The return types of the reads. */
export interface Loaded extends Returns {
  readonly type: AsyncData<this['entry'] | undefined, ContentError | undefined>
}

export type Reads = ReactiveReads<RegisteredTypes, RegisteredShape, Loaded, ReadOptions>

export type { Reactive }
