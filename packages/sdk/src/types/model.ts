import type { MediaFile } from './media-file.js'

/** A content type or component in generated code. All types of queries and results are inferred from it. */
export interface Model {
  /**
   * The attributes that responses contain without `populate`, by name. Types include `null` if the value may
   * be absent.
   */
  readonly attributes: object
  /** Relations, media, components and zones, by name. Responses contain them only if they are populated. */
  readonly links: object
}

/** A content type. Generated code leaves out members that don't apply. */
export interface ContentType extends Model {
  /** Attributes that can be written but are never returned: passwords and private ones. */
  readonly hidden?: object
  /** The names of attributes that are required in a create. */
  readonly required?: string
  readonly draftAndPublish?: true
  readonly localized?: true
}

/** A component. Generated code leaves out members that don't apply. */
export interface ComponentType extends Model {
  /** `<category>.<name>`. */
  readonly uid: string
  readonly hidden?: object
  readonly required?: string
}

/** The content types of a project: collection types by plural name, single types by singular name. */
export interface ContentTypes {
  readonly collections: object
  readonly singles: object
  /** The type of user accounts, if the source of the types contains it. */
  readonly user?: Model
}

/** A relation to one entry of type `T`, or none. */
export interface ToOne<T> {
  readonly kind: 'relation'
  readonly target: T
  readonly many: false
}

/** A relation to entries of type `T`, in their order. */
export interface ToMany<T> {
  readonly kind: 'relation'
  readonly target: T
  readonly many: true
}

/** A relation to entries of any type (morphToOne, morphToMany). */
export interface Morph<Many extends boolean> {
  readonly kind: 'morph'
  readonly many: Many
}

/** One file of the media library, or none. */
export interface SingleMedia {
  readonly kind: 'media'
  readonly target: MediaFile
  readonly many: false
}

/** Files of the media library, in their order. */
export interface MultipleMedia {
  readonly kind: 'media'
  readonly target: MediaFile
  readonly many: true
}

/** One component of type `T`, or none. */
export interface SingleComponent<T> {
  readonly kind: 'component'
  readonly target: T
  readonly many: false
}

/** A list of components of type `T`. */
export interface RepeatableComponent<T> {
  readonly kind: 'component'
  readonly target: T
  readonly many: true
}

/** A list of components of several types; `T` is the union of these. */
export interface DynamicZone<T> {
  readonly kind: 'zone'
  readonly target: T
}

export type Attributes<D> = D extends { attributes: infer A } ? A : never
export type Links<D> = D extends { links: infer L } ? L : never
export type Names<T> = keyof T & string
/** The locales of a localized type: a union if generated code lists them. */
export type CodeOf<D> = D extends { attributes: { locale: infer Code extends string } } ? Code : string
/** The content type with that plural name. */
export type CollectionOf<
  Types extends ContentTypes,
  Name extends keyof Types['collections'],
> = Types['collections'][Name]
/** The names of the content types that extend `Having`. Without generated types: all names. */
export type NamesOf<T, Having> = {
  [Name in Names<T>]: T[Name] extends Having | { untyped: true } ? Name : never
}[Names<T>]

/** The content types of a project without generated types: any name is accepted, and results are untyped. */
export interface AnyContentTypes {
  readonly collections: { readonly [plural: string]: AnyContentType }
  readonly singles: { readonly [singular: string]: AnyContentType }
}

export interface AnyContentType {
  readonly untyped: true
  readonly attributes: object
  readonly links: object
}

/** Any object, but not a list. An index signature alone would reject variables whose type is an interface. */
export type AnyObject = { readonly [name: string]: unknown } | (object & { readonly [Symbol.iterator]?: never })
