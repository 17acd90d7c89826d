import type { Anything, Required } from './input.js'
import type { AnyObject } from './model.js'
import type { InputOf } from './document-methods.js'

/** The data of a new document. A draft may lack required attributes. */
export type DocumentCreateInput<D, S = 'published'> = D extends { untyped: true }
  ? AnyObject
  : Anything<D, 'create'> & Required<D, S extends 'draft' ? 'draft' : 'create'>

/** The data of an update: null clears an attribute, omitted attributes stay. */
export type DocumentUpdateInput<D> = D extends { untyped: true } ? AnyObject : Anything<D, 'update'>

export interface CreateData<D> extends InputOf {
  readonly data: DocumentCreateInput<D, this['status']>
}

export interface UpdateData<D> extends InputOf {
  readonly data: DocumentUpdateInput<D>
}
