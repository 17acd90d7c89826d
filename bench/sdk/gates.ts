/**
 * A size or cost limit of the SDK. `pnpm bench:sdk` checks all limits; a test checks those that don't depend
 * on the machine.
 */
export interface Gate {
  readonly what: string
  readonly limit: number
  readonly unit: 'KB' | 'instantiations' | '×'
  /** Whether the limit is a minimum or a maximum. */
  readonly at: 'most' | 'least'
}

export const gates = {
  core: { what: 'REST core with all errors, without ofetch, min+gzip', limit: 5.1, unit: 'KB', at: 'most' },
  withOfetch: { what: 'REST core with ofetch, min+gzip', limit: 9.5, unit: 'KB', at: 'most' },
  withAccounts: {
    what: 'REST core with ofetch, sign-in and uploads, min+gzip',
    limit: 12.6,
    unit: 'KB',
    at: 'most',
  },
  strapi5: {
    what: 'REST core with all errors and strapi5(), without ofetch, min+gzip',
    limit: 7.5,
    unit: 'KB',
    at: 'most',
  },
  queryString: { what: 'query-string builder alone, min+gzip', limit: 1.4, unit: 'KB', at: 'most' },
  graphql: { what: 'GraphQL helper, added to the core, min+gzip', limit: 2.2, unit: 'KB', at: 'most' },
  webhooks: { what: 'verifyWebhook alone, min+gzip', limit: 1.2, unit: 'KB', at: 'most' },
  changes: { what: 'changes, added to the core, min+gzip', limit: 1.4, unit: 'KB', at: 'most' },
  generated: { what: 'generated types, per content type', limit: 1, unit: 'KB', at: 'most' },
  instantiations: {
    what: 'instantiations per deep query (TypeScript 7)',
    limit: 3500,
    unit: 'instantiations',
    at: 'most',
  },
  strapi5Types: { what: 'instantiations per query of Strapi 5 against Strapi 4', limit: 1.1, unit: '×', at: 'most' },
  growth: { what: '200 content types against 60 (instantiations)', limit: 1.25, unit: '×', at: 'most' },
  speed: { what: 'query-string builder against qs, typical queries', limit: 3, unit: '×', at: 'least' },
  generatedSpeed: {
    what: 'query-string builder against qs, 10,000 generated queries',
    limit: 3,
    unit: '×',
    at: 'least',
  },
} as const satisfies Record<string, Gate>

export type GateName = keyof typeof gates

export function holds({ limit, at }: Gate, figure: number): boolean {
  return at === 'most' ? figure <= limit : figure >= limit
}
