import type { CodeOf } from './model.js'
import type { Choice, DefineQuery, Selection } from './query.js'

/** Which version of a document: the published one, or the draft, whose attributes may be null. */
export type Status = 'published' | 'draft'

/** The state of entries in {@link Result}, by the status that a query names. */
export type StateOfStatus<S> = S extends 'draft' ? 'preview' : 'live'

/** Which documents are returned, by their drafts and published versions. `status` selects the version itself. */
export type PublicationFilter =
  | 'never-published'
  | 'has-published-version'
  | 'modified'
  | 'unmodified'
  | 'never-published-document'
  | 'has-published-version-document'
  | 'published-without-draft'
  | 'published-with-draft'

/** Both parameters also apply to populated entries, so that they are useful for types without drafts. */
interface InStatus<S> {
  /** `draft` returns drafts, at every level. Attributes of drafts may be null. Default: `published`. */
  readonly status?: S
}

interface InFilter {
  readonly publicationFilter?: PublicationFilter
}

// The condition is on the member, as in the queries of entries.
interface InOneLocale<D> {
  /** One locale. Default: the default locale of the service. */
  readonly locale?: IfLocales<D, CodeOf<D>>
}

interface InLocales<D> {
  /** One locale, several, or `'*'` for all. Default: the default locale of the service. */
  readonly locale?: LocalesOf<D>
}

/** `T`, or the message for the error if the type has no drafts. */
export type IfDrafts<D, T> = D extends { draftAndPublish: true } | { untyped: true }
  ? T
  : 'This content type has no drafts.'
/** The locales of a list, or the message for the error if the type has no locales. */
export type LocalesOf<D> = IfLocales<D, CodeOf<D> | '*' | readonly CodeOf<D>[]>
type IfLocales<D, T> = D extends { localized: true } | { untyped: true } ? T : 'This content type has no locales.'

/** The parameters of a request that reads one document. */
export type DocumentQuery<D, F, P, S> = WrittenQuery<D, F, P, S> & InFilter

/** The parameters of a write, which select the document that it returns. */
export type WrittenQuery<D, F, P, S> = Selection<D, F, P, DefineQuery> & InStatus<S> & InOneLocale<D>

/** The parameters of `publish` and of similar methods, which determine the status. */
export type ActionQuery<D, F, P> = Selection<D, F, P, DefineQuery> & InOneLocale<D>

/** The parameters of a list. */
export type DocumentsQuery<D, F, P, S, O, W> = Selection<D, F, P, DefineQuery> &
  InStatus<S> &
  InFilter &
  InLocales<D> &
  Choice<D, O, W>

/** The parameters of `count`: those that decide which documents match. */
export type CountDocumentsQuery<D, W> = Pick<Choice<D, never, W>, 'filters'> &
  InStatus<Status> &
  InFilter &
  InLocales<D>

/** The parameters of `delete`. */
export type DeleteQuery<D> = InLocales<D>

export type WrittenParameter = 'fields' | 'populate' | 'status' | 'locale'
export type ActionParameter = Exclude<WrittenParameter, 'status'>
export type DocumentParameter = WrittenParameter | 'publicationFilter'
export type CountDocumentsParameter = 'filters' | 'status' | 'publicationFilter' | 'locale'
export type DocumentsParameter = DocumentParameter | 'filters' | 'sort'
