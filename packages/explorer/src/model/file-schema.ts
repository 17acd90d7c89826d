import type { ScalarType } from '@content-api/model'
import type { ExplorerAttribute } from '../protocol.js'
import type { Schema } from './model-index.js'

/** The attributes of files (specification §2.4) that queries may select; filters don't follow media. */
const types: Readonly<Record<string, ScalarType>> = {
  id: 'integer',
  name: 'string',
  alternativeText: 'string',
  caption: 'string',
  width: 'integer',
  height: 'integer',
  formats: 'json',
  hash: 'string',
  ext: 'string',
  mime: 'string',
  size: 'decimal',
  url: 'string',
  previewUrl: 'string',
  provider: 'string',
  createdAt: 'datetime',
  updatedAt: 'datetime',
}

const attributeOfFile = ([name, type]: [string, ScalarType]): ExplorerAttribute => ({
  name,
  type,
  writable: false,
  sortable: type !== 'json',
  operators: [],
  options: { type },
})

export const fileSchema: Schema = {
  uid: 'plugin::upload.file',
  displayName: 'File',
  attributes: Object.entries(types).map(attributeOfFile),
  label: 'name',
}
