/**
 * The examples of frameworks, which `pnpm verify:long --only frameworks` installs and drives in a browser, by
 * their folder in examples/. They read examples/cms. All except `next` are outside of the workspace.
 *
 * - `strapi5`: whether the example also runs on Strapi 5, with the files of its folder `strapi-5`
 * - `rendersOnServer`: false for pages that only scripts fill. Their server has no sessions and no statuses
 * - `builtPage`: a list of links to articles that is made when the site is built
 */
export const frameworkExamples = {
  astro: { strapi5: true, rendersOnServer: true, builtPage: '/archive' },
  next: { strapi5: true, rendersOnServer: true },
  nuxt: { strapi5: true, rendersOnServer: true },
  'react-router': { strapi5: false, rendersOnServer: true },
  sveltekit: { strapi5: false, rendersOnServer: true },
  'tanstack-start': { strapi5: false, rendersOnServer: true },
  vue: { strapi5: true, rendersOnServer: false },
}
