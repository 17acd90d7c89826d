/** Where content lives in another application's tables, and which names of a model a response hides. */
export { hiddenNames, namesIn, type Visibility } from '../layout/hidden-names.js'
export type { Layout, LinkLayout, SchemaLayout, WritableLayout } from '../layout/layout.js'
export { createStrapiLayout, type StrapiLayoutOptions } from '../layout/strapi/strapi-layout.js'
export type { StrapiVersion } from '../layout/strapi/strapi-names.js'
