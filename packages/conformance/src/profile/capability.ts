/**
 * The optional parts of a service. A declared capability that is missing is a failure. Scenarios that need an
 * undeclared one are not applicable. If the target has an undeclared one, the report contains a notice. The
 * descriptions say what `doctor` checks.
 */
export const capabilities = {
  draftAndPublish: 'content types with draftAndPublish distinguish drafts from published entries',
  components: 'components and dynamic zones',
  media: 'the upload endpoint and media attributes',
  i18n: 'localised content types and the locale parameter',
  creatorFields: 'the option populateCreatorFields',
  graphql: 'a GraphQL endpoint generated from the content types',
  introspection:
    'the GraphQL schema is available by introspection, or as `graphql.schema` (deployments may disable introspection)',
  permissions: 'a role that lacks some permissions (requests without credentials count as such a role)',
  apiTokens: 'API tokens in the Authorization header',
  accounts: 'users who register, log in and get a JWT',
  strictParams: 'unknown query parameters, populate names and body attributes are rejected',
  arrayAttribute: 'attributes of the type array',
  playground: 'the interactive query page at the GraphQL path (deployments may disable it)',
  inproc: 'the extension interface of GraphQL, available in the same process',
} as const satisfies Record<string, string>

export type Capability = keyof typeof capabilities

export const capabilityNames = Object.keys(capabilities) as readonly Capability[]
