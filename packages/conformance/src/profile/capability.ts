/**
 * What a deployment may have or lack. Declared and missing is a failure, undeclared is not applicable, present and
 * undeclared is a notice. The text says what `doctor` looks for.
 */
export const capabilities = {
  draftAndPublish: 'content types with draftAndPublish keep drafts apart from live entries',
  components: 'components and dynamic zones',
  media: 'the upload endpoint and media attributes',
  i18n: 'localised content types and the locale parameter',
  creatorFields: 'the option populateCreatorFields',
  graphql: 'a GraphQL endpoint generated from the content types',
  introspection:
    'the GraphQL schema is told by introspection, or given as `graphql.schema` (deployments may refuse to tell it)',
  permissions: 'a role that lacks some permissions (requests without credentials count as one)',
  apiTokens: 'API tokens in the Authorization header',
  accounts: 'users who register, log in and get a JWT',
  strictParams: 'unknown query parameters, populate names and body attributes are refused',
  arrayAttribute: 'attributes of the type array',
  playground: 'the interactive query page at the GraphQL path (deployments may switch it off)',
  inproc: 'the extension interface of GraphQL, reached inside the process',
} as const satisfies Record<string, string>

export type Capability = keyof typeof capabilities

export const capabilityNames = Object.keys(capabilities) as readonly Capability[]
