/** Where Strapi 4 and 5 store content: the layout of their tables. */
export { createStrapiLayout, type StrapiLayoutOptions } from '../layout/strapi-layout.js'
export type { StrapiVersion } from '../layout/strapi-names.js'
