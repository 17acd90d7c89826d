import type { ProjectDifference } from '../strapi-project-differences.js'

/** Decided differences that the comparison of generated projects accepts, beside those of the replay rules. */
export const generatedDifferences: readonly ProjectDifference[] = [
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'lets `strapi.db.query` store the same value of a unique attribute in several entries.',
      ours: 'rejects the write with `ValidationError`.',
      why: 'the database guarantees that these values are unique.',
    },
    replaced: {},
  },
  {
    name: '0073-publishing-is-checked',
    described: {
      strapi: 'checks required values of a published entry in the update that makes it a draft.',
      ours: 'accepts the update, because drafts may be incomplete.',
      why: 'the rules of the new state apply.',
    },
    replaced: {},
  },
]
