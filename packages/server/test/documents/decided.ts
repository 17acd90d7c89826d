import type { DialectName } from '../../../engine/src/layout/value-formats.js'

/**
 * Recorded requests to which this server responds in another way, by the decision in docs/differences-5.md. Those
 * on which Strapi fails with 500 aren't listed: the comparison counts them.
 */
interface Decision {
  readonly heading: string
  readonly exchanges: readonly string[]
  /** The only database where the responses differ; by default both. */
  readonly dialect?: DialectName
}

const decisions: readonly Decision[] = [
  {
    heading: 'Requests that fail in Strapi',
    exchanges: ['gql.one', 'gql.specimens-stamp', 'gql.page.null', 'gql.filter.field-or'],
  },
  {
    heading: 'An empty `status`',
    exchanges: [
      'status.empty',
      'x.status-empty-one',
      'x.status-empty-populate',
      'x.status-empty-create',
      'x.status-empty-update',
    ],
  },
  { heading: 'Names of the prototype', exchanges: ['unknown.proto', 'filter.proto'] },
  { heading: 'Search of private attributes', exchanges: ['unknown.articles-q-secret'] },
  { heading: 'Filters that Strapi drops', exchanges: ['filter.in-101', 'filter.in-101-brackets', 'filter.in-object'] },
  {
    heading: 'Relations to entries of any type',
    exchanges: [
      'populate.note-subject',
      'populate.note-subject-true',
      'populate.note-subjects-populate',
      'populate.media-related',
    ],
  },
  {
    heading: 'Messages',
    exchanges: [
      'val.required-relation-disconnect',
      'rel.digit-text',
      'rel.missing-two',
      'rel.connect-no-id',
      'rel.to-one-missing-id',
      'rel.to-one-false',
      'media.missing',
      'media.multi-missing',
      'comp.zone-no-component',
      'gql.named-missing',
      'gql.empty-query',
      'gql.body-empty-object',
    ],
  },
  {
    heading: 'Components that a zone forbids',
    exchanges: ['comp.zone-unknown-component', 'comp.zone-foreign-component'],
  },
  {
    heading: 'Links that Strapi loses',
    exchanges: [
      'rel.related-self',
      'x.publish-moves-kept',
      'x.links-plain-article',
      'x.links-fields-tag',
      'x.links-fields-author',
      'x.links-fields-place',
      'x.links-fields-article',
      'x.links-author-after',
    ],
  },
  { heading: 'A published version without a draft', exchanges: ['dp.orphan-update', 'x.gql-status-null'] },
  {
    heading: 'Large integers',
    dialect: 'sqlite',
    exchanges: [
      'env.specimen-2',
      'val.echo',
      'val.echo-draft',
      'val.echo-published',
      'val.echo-strings',
      'gqlw.create-views',
      'gqlw.create-views-string',
    ],
  },
  {
    heading: 'Shared values on PostgreSQL',
    dialect: 'postgres',
    exchanges: ['i18n.localize-unknown-locale', 'i18n.localize-alice'],
  },
  { heading: 'Hashes of passwords', exchanges: ['gql.one-secret', 'gql.specimens'] },
  { heading: 'Deletions of one locale in GraphQL', exchanges: ['gqlw.delete-fr-arg-read'] },
  {
    heading: 'GraphQL over HTTP',
    exchanges: [
      'gql.subscription',
      'gql.body-array',
      'gql.content-type-graphql',
      'gql.content-type-text',
      'gql.options',
      'gql.get',
    ],
  },
  { heading: 'Methods that a router leaves out', exchanges: ['gql.api-prefix'] },
]

/** The recorded requests of files that differ, by the same page. */
export const decidedUploads: ReadonlySet<string> = new Set([
  // A file whose content is of another type than it says is rejected, so that later counts are smaller.
  'upload.mime-mismatch',
  'upload.files-page',
  'upload.files-page-2',
  // The relation `related` can't be populated.
  'upload.file-populate',
])

/** The recorded requests of users that differ, by the same page. */
export const decidedAccounts: ReadonlySet<string> = new Set([
  // Attempts are counted for each account, besides those of the client.
  'up.login-rate-limited',
  'up.login-object-identifier',
  'no-ratelimit.login-10',
  'no-ratelimit.login-11',
  'no-ratelimit.login-number',
  // The message shows the value as JSON.
  'no-ratelimit.login-object',
  // Responses don't tell whether an account exists or is confirmed.
  'up.send-email-confirmation-confirmed',
  // Sessions are listed with that of the request first, and end with a logout.
  'refresh.sessions-2',
  'refresh.me-after-device-logout',
  'refresh-httponly.sessions-2',
  'refresh-httponly.me-after-device-logout',
  // With cookies, no body has a refresh token.
  'refresh-httponly.register',
  'refresh-httponly.change-password',
  // A change of the password ends the sessions of the user.
  'gqlw.user-update',
])

/** Returns the ids of the exchanges that differ on a database. */
export function decidedExchanges(of: DialectName): readonly string[] {
  return decisions.flatMap(({ dialect = of, exchanges }) => (dialect === of ? exchanges : []))
}

/** The headings of docs/differences-5.md that explain them. */
export const headings: readonly string[] = [...new Set(decisions.map(({ heading }) => heading))]

/** The recorded requests to the project with other configurations that differ, for the same reasons. */
export const decidedVariants: readonly string[] = [
  // An unknown `status`, which would show and write drafts.
  'lenient.status.bad',
  'lenient.status.upper',
  'lenient.status.array',
  'lenient.status.all',
  'lenient.status.one-bad',
  'lenient.status.no-dp-bad',
  'lenient.status.homepage-bad',
  'lenient.dp.create-status-bad',
  'lenient.dp.nodp-status-bad',
  'rest-noconfig.tags?status=foo',
  // A `locale` that can be none.
  'lenient.locale.object',
  'lenient.i18n.create-locale-bad',
  'lenient.comp.zone-unknown-component',
  // The page of GraphQL, introspection and names of the schema, which production hides.
  'production.landing',
  'production.introspection',
  'production.error',
  // `pagination: null`, on which Strapi fails.
  'production.internal',
  // A GET without a query.
  'production.graphql-get-empty',
]
