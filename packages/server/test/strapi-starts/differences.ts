import type { ProjectDifference } from '../strapi/strapi-project-differences.js'

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
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi:
        'replaces the message and the details of every `ForbiddenError` and `UnauthorizedError` that code throws.',
      ours: 'sends the error as the code throws it.',
      why: 'the error of the code explains the problem to the client.',
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
  {
    name: '0363-relations-whose-sides-differ',
    described: {
      strapi:
        'stores and returns nothing for a relation whose `mappedBy` names no relation that names it in `inversedBy`. Filters by it, and many-to-many relations of this kind, fail with 500. If only one side names the other, it links entries twice.',
      ours: 'treats such sides as one-way relations or as one relation. A warning at the start says which.',
      why: 'a relation must hold what a client wrote.',
    },
    replaced: {},
  },
]
