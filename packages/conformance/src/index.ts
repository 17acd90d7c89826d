export { strapiProject } from './content-model/export-strapi4.js'
