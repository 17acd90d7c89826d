/** Marks types that are read from and written to Strapi 5. */
export interface Strapi5 {
  readonly api: 'strapi5'
}
