export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  devtools: { enabled: false },
  app: { head: { htmlAttrs: { lang: 'en' } } },
  runtimeConfig: { draftSecret: process.env['DRAFT_SECRET'] ?? '' },
  // connect
  modules: ['@content-api/nuxt', '@nuxt/image'],
  contentApi: { url: process.env['CMS_URL'] ?? 'http://localhost:1337', api: 'strapi5', types: { project: 'cms' } },
  // end
})
