/** Errors that explain themselves to users. They load nothing else. */
export { ComparisonError } from '../compare/read-pages.js'
export { StrapiSourceError } from '../strapi-source/source.js'
