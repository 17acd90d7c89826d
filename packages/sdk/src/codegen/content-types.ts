// Unlike `index`, this entry needs no graphql, unless it reads a GraphQL schema.
export type { ApiVersion, ContentModel, GeneratedType, Link } from './content-model.js'
export { printContentModel, type PrintOptions } from './print.js'
export { type ModelSource, readContentModel } from './sources.js'
