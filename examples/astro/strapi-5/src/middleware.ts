import { contentApi } from '@content-api/astro'

// connect
export const onRequest = contentApi({ url: process.env['CMS_URL'], api: 'strapi5', signInPage: '/sign-in' })
// end
