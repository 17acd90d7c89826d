/**
 * Packages of plugins whose server code was read, with the names of the plugins: they change no response to a
 * read of a content type, a user or a file. They work for the admin panel, for writes, or at routes of their
 * own. Packages with custom fields are among them: the types of their attributes are compared with those that
 * Strapi stored.
 */
const packagesOf4: Readonly<Record<string, string>> = {
  '@bn-digital/strapi-plugin-field-uuid': 'field-uuid',
  '@ckeditor/strapi-plugin-ckeditor': 'ckeditor',
  '@offset-dev/strapi-calendar': 'calendar',
  '@strapi/plugin-cloud': 'cloud',
  '@strapi/plugin-color-picker': 'color-picker',
  '@strapi/plugin-documentation': 'documentation',
  '@strapi/plugin-sentry': 'sentry',
  '@strapi/plugin-seo': 'seo',
  'custom-slug': 'slug',
  'strapi-advanced-uuid': 'strapi-advanced-uuid',
  'strapi-auto-uuid': 'field-uuid',
  'strapi-blurhash': 'strapi-blurhash',
  'strapi-google-auth': 'strapi-google-auth',
  'strapi-paypal': 'strapi-paypal',
  'strapi-plugin-config-sync': 'config-sync',
  'strapi-plugin-country-select': 'country-select',
  'strapi-plugin-deepl': 'deepl',
  'strapi-plugin-duplicate-button': 'duplicate-button',
  'strapi-plugin-email-designer': 'email-designer',
  'strapi-plugin-entity-relationship-chart': 'entity-relationship-chart',
  'strapi-plugin-import-export-entries': 'import-export-entries',
  'strapi-plugin-meilisearch': 'meilisearch',
  'strapi-plugin-migrations': 'migrations',
  'strapi-plugin-multi-select': 'multi-select',
  'strapi-plugin-notes': 'entity-notes',
  'strapi-plugin-react-editorjs': 'editorjs',
  'strapi-plugin-redis': 'redis',
  'strapi-plugin-sitemap': 'sitemap',
  'strapi-plugin-slugify': 'slugify',
  'strapi-plugin-tagsinput': 'tagsinput',
  'strapi-plugin-translate': 'translate',
  'strapi-plugin-vercel-deploy': 'vercel-deploy',
  'strapi-stripe': 'strapi-stripe',
}

/** Those whose versions for Strapi 5 were read. */
const packagesOf5: Readonly<Record<string, string>> = {
  '@ckeditor/strapi-plugin-ckeditor': 'ckeditor',
  '@strapi/plugin-cloud': 'strapi-cloud',
  '@strapi/plugin-color-picker': 'color-picker',
  '@strapi/plugin-documentation': 'documentation',
  '@strapi/plugin-sentry': 'sentry',
  'strapi-plugin-config-sync': 'config-sync',
  'strapi-plugin-multi-select': 'multi-select',
}

/** The harmless packages for each major version of Strapi. */
export const harmlessPackages = { 4: packagesOf4, 5: packagesOf5 } as const
