import { matrixPage } from '../../scripts/lib/matrix-page.mjs'

/** The pages that compare servers, made from the recorded verdicts. */
export default {
  paths: () => [
    { params: { name: 'matrix' }, content: matrixPage('strapi-4') },
    { params: { name: 'matrix-strapi5' }, content: matrixPage('strapi-5') },
  ],
}
