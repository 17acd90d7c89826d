import type { Collection, Single } from './collection.js'
import type { AsDocument } from './document.js'
import type { DocumentCollection, SingleDocument } from './document-collection.js'
import type { ClientShape, Shape } from './result.js'

/** The methods for the entries of a collection type, by what the client returns. */
export type CollectionIn<D, S extends ClientShape> = S extends Shape
  ? Collection<D, S>
  : DocumentCollection<AsDocument<D>>

/** The methods for the entry of a single type, by what the client returns. */
export type SingleIn<D, S extends ClientShape> = S extends Shape ? Single<D, S> : SingleDocument<AsDocument<D>>
