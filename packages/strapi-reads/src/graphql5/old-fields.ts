/**
 * Fields of Strapi 4 that types have in the compatibility mode of Strapi 5. They show the object itself, so that
 * a selection with the envelopes of Strapi 4 is valid.
 */
export const oldEnvelopes: readonly string[] = ['attributes', 'data']
