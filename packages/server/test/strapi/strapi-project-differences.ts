/** A difference between the test project here and on a real Strapi 4.26. */
export interface ProjectDifference {
  /** The anchor in `docs/differences.md`, like those of the replay rules. */
  readonly name: string
  /**
   * For `docs/differences.md`, unless a replay rule describes the difference. Completes the sentences
   * "Strapi …", "Here the server …" and "Because …".
   */
  readonly described?: { readonly strapi: string; readonly ours: string; readonly why: string }
  /** Strings of the recorded response by request, and the expected strings in their place. */
  readonly replaced: Readonly<Record<string, readonly (readonly [theirs: string, ours: string])[]>>
  /** The row of `pnpm verify:long` that compares with a running Strapi, instead of recorded exchanges. */
  readonly comparedBy?: string
}

const policyError =
  '"PolicyError","message":"The title needs 3 letters","details":{"policy":"has-title","name":"Corner shop"}'
const entryMeta = ['},"meta":{}}', ',"meta":{}},"meta":{}}'] as const
const notAllowed = (method: string, allowed: string) =>
  [
    '"body":"Method Not Allowed"',
    `"body":{"data":null,"error":{"status":405,"name":"MethodNotAllowedError","message":"${method} is not allowed here. ` +
      `Allowed: ${allowed}","details":{}}}`,
  ] as const

/** Every request of the test project whose response differs from the recorded one. */
export const projectDifferences: readonly ProjectDifference[] = [
  {
    name: '0031-meta-of-entries',
    replaced: { create: [entryMeta], 'update-own': [entryMeta] },
  },
  {
    name: '0033-wrong-methods-and-unknown-paths',
    replaced: {
      'tag-delete': [notAllowed('DELETE', 'HEAD, GET')],
      'notice-delete': [notAllowed('DELETE', 'HEAD, GET, PUT')],
    },
  },
  {
    name: '0170-introspection-is-a-capability',
    described: {
      strapi: 'suggests other names in GraphQL errors if introspection is disabled.',
      ours: 'suggests no names.',
      why: 'suggestions would reveal the schema.',
    },
    replaced: { 'graphql-disabled': [[' Did you mean \\"updatePost\\" or \\"updateTag\\"?', '']] },
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'returns no relations on routes of a project with `auth: false`.',
      ours: 'returns the relations that the caller may find.',
      why: 'the permissions of the caller apply on every route.',
    },
    replaced: {
      'post-by-slug': [
        [
          '"links":[',
          '"tags":{"data":[{"id":1,"attributes":{"name":"news","hidden":false,"createdAt":"<time>","updatedAt":"<time>"}}]},"links":[',
        ],
      ],
    },
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'turns every error of a policy into `ForbiddenError` in REST.',
      ours: 'sends the error of the policy, or `PolicyError` if the policy returns false.',
      why: 'the error of the policy explains the problem to the client.',
    },
    replaced: {
      'create-short': [['"ForbiddenError","message":"Forbidden","details":{}', policyError]],
      'update-other': [['"ForbiddenError","message":"Forbidden"', '"PolicyError","message":"Policy Failed"']],
    },
  },
]
